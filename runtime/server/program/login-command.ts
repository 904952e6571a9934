/** `login` and `logout`, as commands of a generated server and of `mcp-codegen auth`. */
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { Api, OAuthScheme } from "../../contract/api.js";
import { variable } from "../../contract/environment.js";
import type { CredentialSettings } from "../../upstream/security/credential-settings.js";
import { logIn, logOut } from "../../upstream/security/oauth/login.js";
import { openBrowser } from "../../oauth/browser/open-browser.js";
import { credentialMethodsOf, hasLogin } from "../../contract/credential-methods.js";

/** How long a user may take to log in. */
const loginTimeoutMs = 10 * 60_000;

/**
 * Logs a user in to the API that has the scheme, or to each that has a login.
 *
 * @returns the exit code, as `runLogin` does
 */
export async function runLogins(
  apis: readonly Api[],
  args: readonly string[],
  settings: CredentialSettings,
  write: (text: string) => void,
): Promise<number> {
  const named = apis.filter(({ securitySchemes = {} }) =>
    args.slice(1).some((word) => Object.hasOwn(securitySchemes, word)),
  );
  const meant = named.length > 0 ? named : apis.filter(hasLogin);
  let code = 0;
  for (const api of meant.length > 0 ? meant : apis.slice(0, 1)) {
    code = Math.max(code, await runLogin(api, args, settings, write));
  }
  return code;
}

/**
 * Logs a user in, or forgets the login, and prints the outcome.
 *
 * @param args `login [SCHEME] [--port N] [--scope TEXT] [--no-browser]` or `logout [SCHEME]`
 * @param write writes a text for the user
 * @returns the exit code: 0 for success, 1 for failure, 2 for a wrong command line
 */
export async function runLogin(
  api: Api,
  args: readonly string[],
  settings: CredentialSettings,
  write: (text: string) => void,
): Promise<number> {
  const print = (...lines: readonly string[]): void =>
    write(lines.map((line) => `${escapeHidden(line)}\n`).join(""));
  let command: LoginCommand;
  try {
    command = parseArgs(args);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 2;
  }
  try {
    for (const [name, scheme] of schemesToLogIn(api, command, settings)) {
      if (command.word === "logout") {
        const was = logOut(api, scheme, settings);
        print(was ? `Logged out of ${name}.` : `There is no login to ${name} to forget.`);
      } else await logInTo(api, name, scheme, command, settings, print);
    }
    return 0;
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    if (!isLate && !(error instanceof ToolError)) throw error;
    print(isLate ? "The login was not completed in time. Run login again." : error.message);
    return 1;
  }
}

interface LoginCommand {
  readonly word: "login" | "logout";
  readonly scheme: string | undefined;
  readonly port: number | undefined;
  readonly scope: string | undefined;
  readonly browser: boolean;
}

function parseArgs([word, ...args]: readonly string[]): LoginCommand {
  const { values, positionals } = process.getBuiltinModule("node:util").parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: "string" },
      scope: { type: "string" },
      "no-browser": { type: "boolean" },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && (!/^\d+$/.test(values.port ?? "") || port > 65_535)) {
    throw new Error(`Not a port: ${values.port}`);
  }
  if (positionals.length > 1) {
    throw new Error(`Unexpected arguments: ${positionals.slice(1).join(" ")}`);
  }
  return {
    word: word === "logout" ? "logout" : "login",
    scheme: positionals[0],
    port,
    scope: values.scope,
    browser: values["no-browser"] !== true,
  };
}

async function logInTo(
  api: Api,
  name: string,
  scheme: OAuthScheme,
  { port, scope, browser }: LoginCommand,
  settings: CredentialSettings,
  print: (...lines: readonly string[]) => void,
): Promise<void> {
  const show = (url: string): void => {
    print(`Log in to ${name} at`, "", `  ${url}`, "");
    if (browser) openBrowser(url, settings.env);
  };
  const signal = AbortSignal.timeout(loginTimeoutMs);
  const { file, login } = await logIn(api, scheme, settings, { port, scope, show, signal });
  const renewal =
    login.refreshToken === undefined
      ? "The authorization server issued no refresh token: log in again when the login expires."
      : "The login is renewed automatically.";
  print(`Logged in to ${name}. ${renewal} It is stored in ${file}`);
}

/** Returns the named scheme, or all schemes whose client id is set. */
function schemesToLogIn(
  api: Api,
  { scheme: wanted }: LoginCommand,
  { env }: CredentialSettings,
): readonly (readonly [name: string, scheme: OAuthScheme])[] {
  const all = Object.entries(api.securitySchemes ?? {}).flatMap(([name, scheme]) =>
    scheme.type === "oauth2" && credentialMethodsOf(scheme).some(({ kind }) => kind === "login")
      ? [[name, scheme] as const]
      : [],
  );
  if (all.length === 0) throw new ToolError("This API has no security scheme to log in to.");
  if (wanted !== undefined) {
    const named = all.filter(([name]) => name === wanted);
    if (named.length > 0) return named;
    throw new ToolError(
      `There is no login for "${wanted}". Schemes with a login: ${all.map(([name]) => name).join(", ")}.`,
    );
  }
  const ready = all.filter(([, { clientIdEnv }]) => variable(env, clientIdEnv) !== undefined);
  if (ready.length > 0) return ready;
  const names = all.map(([, { clientIdEnv }]) => clientIdEnv).join(" or ");
  throw new ToolError(
    `Set the environment variable ${names} to the id of a client registered with the authorization server.`,
  );
}
