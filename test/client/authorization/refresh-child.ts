/** A process of the tests of stores. Arguments: FOLDER TOKEN_ENDPOINT BEGIN_FILE, or LOCK `hold`. */
import { existsSync } from "node:fs";
import { publicClient } from "../../../runtime/oauth/client-authentication.js";
import { withFileLock } from "../../../runtime/oauth/stores/file-lock.js";
import { newFileTokens } from "../../../runtime/oauth/stores/file-tokens.js";
import { requestToken } from "../../../runtime/oauth/tokens/token-request.js";
import { eventually } from "../../support/eventually.js";

const [folder = "", endpoint = "", begin = ""] = process.argv.slice(2);
const store = newFileTokens({ folder });

if (endpoint === "hold") {
  const hold = async (): Promise<void> => {
    console.log("held");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  };
  await withFileLock(folder, hold, undefined, { beatMs: 100, silenceMs: 1_000 });
} else {
  const old = await store.read("a");
  console.log("ready");
  await eventually(() => existsSync(begin));
  const token = await store.exclusively("a", async () => {
    const now = await store.read("a");
    if (now?.["accessToken"] !== old?.["accessToken"]) return now?.["accessToken"];
    const granted = await requestToken({
      server: { issuer: endpoint, token_endpoint: endpoint },
      authentication: publicClient("me"),
      grant: "refresh_token",
      parameters: { refresh_token: String(now?.["refreshToken"]) },
      secrets: [],
    });
    const { value: accessToken, refreshToken = "" } = granted;
    await store.write("a", { accessToken, refreshToken });
    return accessToken;
  });
  console.log(`token ${String(token)}`);
}
