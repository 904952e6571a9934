import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { defaultClientInfo } from "../../../runtime/client/exchange/client-info.js";

test("a client without a name of its own tells servers the package's version", () => {
  const file = new URL("../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  assert.equal(defaultClientInfo.version, version);
});
