import assert from "node:assert/strict";
import { test } from "node:test";
import { readCommandLine, UsageError } from "../../../runtime/server/program/parse-args.js";
import { helpText } from "../../../runtime/server/program/help-text.js";
import type { OpenApiServerOptions } from "../../../runtime/server/openapi-server.js";
import { startNotice } from "../../../runtime/server/program/start-notice.js";
import { ZooServer } from "../../support/servers/zoo-server.js";

test("options are read, with a port that may be left out", () => {
  const rows: [argv: string[], env: Record<string, string>, want: Record<string, unknown>][] = [
    [[], {}, { kind: "stdio", mock: false, host: "127.0.0.1" }],
    [[], { PORT: "80" }, { kind: "stdio" }],
    [["--mock"], {}, { kind: "stdio", mock: true }],
    [["--http"], {}, { kind: "http", port: 3000 }],
    [["--http"], { PORT: "8080" }, { kind: "http", port: 8080 }],
    [["--http"], { PORT: "" }, { kind: "http", port: 3000 }],
    [["--http", "0"], { PORT: "8080" }, { kind: "http", port: 0 }],
    [["--http=4020", "--host", "::1"], {}, { kind: "http", port: 4020, host: "::1" }],
    [["--http", "--mock"], {}, { kind: "http", port: 3000, mock: true }],
    [
      ["--http", "1", "--allow-origin", "http://a.example", "--allow-origin=http://b.example"],
      {},
      { kind: "http", port: 1, allowedOrigins: ["http://a.example", "http://b.example"] },
    ],
    [["--http", "--allow-host", "a.example"], {}, { kind: "http", allowedHosts: ["a.example"] }],
    [["--http", "--stateless"], {}, { kind: "http", stateless: true }],
    [["--timeout", "5"], {}, { timeoutMs: 5_000 }],
    [["--log-level=debug", "--log-format", "json"], {}, { logLevel: "debug", logFormat: "json" }],
    [["-h"], {}, { kind: "help" }],
    [["--http", "--help"], {}, { kind: "help" }],
  ];
  for (const [argv, env, want] of rows) {
    const got = readCommandLine(argv, env) as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(want)) {
      assert.deepEqual(got[name], value, `${argv.join(" ")}: ${name}`);
    }
  }
});

test("wrong options are refused", () => {
  for (const argv of [
    ["--htp"],
    ["--http", "many"],
    ["--http", "1.5"],
    ["--http=70000"],
    ["--host", "::1"],
    ["--stateless"],
    ["--allow-host", "a.example"],
    ["--mock=yes"],
    ["--timeout", "0"],
    ["--timeout", "1.5"],
    ["--log-level", "loud"],
    ["--log-format", "xml"],
    ["x"],
  ]) {
    assert.throws(() => readCommandLine(argv, {}), UsageError, argv.join(" "));
  }
});

test("help names the environment variables", () => {
  const text = helpText(ZooServer.api);
  for (const word of ["ZOO_BASE_URL", "ZOO_KEY", "--http", "--mock"]) {
    assert.ok(text.includes(word), word);
  }
});

test("an operator reads at start that no credential is set, and which variable wants one", () => {
  const notice = (env: Record<string, string>, more: OpenApiServerOptions = {}): string =>
    startNotice(ZooServer.api, { env: { ZOO_BASE_URL: "http://127.0.0.1", ...env }, ...more });
  assert.match(notice({}), /no credentials are set\. Calls that need them will fail\. Set ZOO_KEY/);
  assert.doesNotMatch(notice({ ZOO_KEY: "k" }), /no credentials/);
  for (const more of [{ mock: true }, { headers: { authorization: "x" } }, { fetch }]) {
    assert.doesNotMatch(notice({}, more), /no credentials/);
  }
});
