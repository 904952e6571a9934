import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { McpClientError } from "../../../runtime/client/errors.js";
import type {
  ConfigInput,
  ConfigProblem,
  ReadServersOptions,
} from "../../../runtime/client/manager/config/config-model.js";
import { readServers } from "../../../runtime/client/manager/factories.js";
import type { ServerEntry } from "../../../runtime/client/manager/manager-model.js";

const options: ReadServersOptions = {
  env: { TOKEN: "s3cret", EMPTY: "", NESTED: "${env:TOKEN} $(id) ${input:key}" },
  workspaceFolder: "/work/space",
  userHome: "/home/me",
};

async function serversOf(
  configuration: unknown,
  given: ReadServersOptions = {},
): Promise<Readonly<Record<string, ServerEntry>>> {
  const text = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return (await readServers({ text }, { ...options, ...given })).servers;
}

async function problemsOf(
  configuration: unknown,
  given: ReadServersOptions = {},
): Promise<ConfigProblem[]> {
  try {
    await serversOf(configuration, given);
  } catch (error) {
    assert.ok(error instanceof McpClientError, String(error));
    return error.data as ConfigProblem[];
  }
  assert.fail("The configuration was read.");
}

const only = (server: unknown): unknown => ({ mcpServers: { s: server } });

test("parity K: MCPServerConfig(name, transport, command, args, url); reading mcpServers JSON", async () => {
  const servers = await serversOf({
    mcpServers: {
      fs: { transport: "stdio", command: "npx", args: ["-y", "server", "/tmp"] },
      api: { transport: "sse", url: "https://mcp.example.com/sse" },
    },
  });
  assert.deepEqual(servers, {
    fs: { target: { command: "npx", args: ["-y", "server", "/tmp"] } },
    api: { target: new URL("https://mcp.example.com/sse"), transport: "sse" },
  });
});

test("the files of Claude Desktop, Cursor, Windsurf, Claude Code, Cline, Copilot and the Gemini CLI are read", async () => {
  const claudeDesktop = await readServers({
    file: "claude_desktop_config.json",
    text: '{"globalShortcut": "x", "mcpServers": {"a": {"command": "npx", "env": {"A": "1"}}}}',
  });
  assert.deepEqual(claudeDesktop.servers["a"]?.target, {
    command: "npx",
    args: [],
    env: { A: "1" },
  });
  const cursor = await serversOf(
    only({
      url: "https://x.example/mcp",
      headers: { Authorization: "Bearer ${env:TOKEN}" },
      auth: { CLIENT_ID: "id", CLIENT_SECRET: "${env:TOKEN}", scopes: ["a", "b"] },
    }),
    {
      authorization: (server, url, oauth) => {
        assert.equal(server, "s");
        assert.equal(url.href, "https://x.example/mcp");
        assert.deepEqual(oauth, { clientId: "id", clientSecret: "s3cret", scopes: ["a", "b"] });
        return undefined;
      },
    },
  );
  assert.deepEqual(cursor["s"], {
    target: new URL("https://x.example/mcp"),
    options: { headers: { Authorization: "Bearer s3cret" } },
  });
  const windsurf = await serversOf(
    only({ serverUrl: "https://x.example/sse", disabledTools: ["write"] }),
  );
  assert.deepEqual(windsurf["s"], {
    target: new URL("https://x.example/sse"),
    toolFilter: { except: ["write"] },
  });
  const claudeCode = await serversOf({
    mcpServers: {
      a: {
        type: "http",
        url: "${URL:-https://x.example}/mcp",
        oauth: { clientId: "i", callbackPort: 8080, scopes: "a b" },
      },
      b: { type: "ws", url: "wss://x.example/mcp", timeout: 120_000 },
      c: { command: "${EMPTY:-node}", args: ["${TOKEN}", "${TOKEN:-x}"] },
    },
  });
  assert.deepEqual(claudeCode, {
    a: { target: new URL("https://x.example/mcp"), transport: "http" },
    b: {
      target: new URL("wss://x.example/mcp"),
      transport: "websocket",
      options: { requestTimeoutMs: 120_000 },
    },
    c: { target: { command: "node", args: ["s3cret", "s3cret"] } },
  });
  const cline = await serversOf(
    only({ type: "streamableHttp", url: "http://localhost:1", autoApprove: ["x"], timeout: 60 }),
  );
  assert.deepEqual(cline["s"]?.options, { requestTimeoutMs: 60_000 });
  const copilot = await serversOf(only({ type: "local", command: "x", tools: ["*"] }));
  assert.deepEqual(copilot["s"]?.toolFilter, { only: ["*"] });
  const gemini = await serversOf(
    only({ httpUrl: "https://x.example", trust: true, includeTools: ["a"], excludeTools: ["b"] }),
  );
  assert.deepEqual(gemini["s"], {
    target: new URL("https://x.example"),
    transport: "http",
    toolFilter: { only: ["a"], except: ["b"] },
  });
});

test("VS Code's servers and inputs are read, with comments and trailing commas", async () => {
  const asked: ConfigInput[] = [];
  const text = `{
    // Secrets are asked for.
    "inputs": [
      { "type": "promptString", "id": "key", "description": "API key", "password": true },
      { "type": "pickString", "id": "mode", "options": ["a", { "label": "B", "value": "b" }], "default": "a" },
      { "type": "promptString", "id": "unused" },
    ],
    "servers": {
      "one": {
        "type": "stdio", "command": "node", "cwd": "\${workspaceFolder}/x",
        "args": ["\${input:key}", "\${input:mode}", "\${userHome}\${/}", "\${workspaceFolderBasename}"],
        "env": { "KEY": "\${input:key}", "PORT": 80, "GONE": null },
        "dev": { "watch": "src/**" }, /* ignored */
      },
      "two": { "url": "https://x.example", "type": "http", "headers": { "X": "\${input:key}" } },
    },
  }`;
  const servers = await serversOf(text, {
    input: (input) => {
      asked.push(input);
      return input.id === "key" ? "k" : "b";
    },
  });
  assert.deepEqual(servers["one"]?.target, {
    command: "node",
    args: ["k", "b", `/home/me${path.sep}`, "space"],
    env: { KEY: "k", PORT: "80" },
    cwd: path.resolve("/work/space/x"),
  });
  assert.deepEqual(servers["two"], {
    target: new URL("https://x.example"),
    options: { headers: { X: "k" } },
  });
  assert.deepEqual(
    asked.map((each) => [each.id, each.password, each.options.length]),
    [
      ["key", true, 0],
      ["mode", false, 2],
    ],
  );
  const settings = await readServers({
    file: "settings.json",
    text: '{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}',
  });
  assert.deepEqual(Object.keys(settings.servers), ["a"]);
});

test("an input without an answer is a problem, and its default counts only if nobody is asked", async () => {
  const file = (input: object): unknown => ({
    inputs: [{ id: "key", type: "promptString", ...input }],
    servers: { s: { command: "x", args: ["${input:key}"] } },
  });
  const byDefault = await serversOf(file({ default: "d" }));
  assert.deepEqual(byDefault["s"]?.target, { command: "x", args: ["d"], cwd: "/work/space" });
  const [unasked] = await problemsOf(file({}));
  assert.match(unasked?.message ?? "", /"key" can't be asked for/);
  assert.equal(unasked?.pointer, "/servers/s/args/0");
  const [refused] = await problemsOf(file({ default: "d" }), { input: () => undefined });
  assert.match(refused?.message ?? "", /"key" was not given/);
  const [other] = await problemsOf(file({ type: "pickString", options: ["a"] }), {
    input: () => "s3cret",
  });
  assert.match(other?.message ?? "", /none of its options/);
  const [undeclared] = await problemsOf({ servers: { s: { command: "${input:x}" } } });
  assert.match(undeclared?.message ?? "", /declares no input "x"/);
});

test("variables are expanded once, and no shell sees them", async () => {
  const servers = await serversOf(
    only({
      command: "x",
      args: ["${NESTED}", "$TOKEN", "%TOKEN%", "$(id)", "`id`", "${env:EMPTY}"],
    }),
  );
  assert.deepEqual(servers["s"]?.target, {
    command: "x",
    args: ["${env:TOKEN} $(id) ${input:key}", "$TOKEN", "%TOKEN%", "$(id)", "`id`", ""],
  });
});

test("a variable without value is refused with its place", async () => {
  const rows: readonly [string, RegExp][] = [
    ["${env:NONE}", /"NONE" is not set/],
    ["${NONE}", /"NONE" is not set/],
    ["${env:__proto__}", /"__proto__" is not set/],
    ["${constructor}", /"constructor" is not set/],
    ["${command:x}", /"command:x" is not known/],
    ["${}", /"" is not known/],
    ["${NONE:-${TOKEN}}", /"NONE" is not known here, or is nested/],
  ];
  for (const [text, message] of rows) {
    const [problem, ...others] = await problemsOf(only({ command: "x", args: ["a", text] }));
    assert.match(problem?.message ?? "", message);
    assert.equal(problem?.pointer, "/mcpServers/s/args/1");
    assert.deepEqual(others, []);
  }
});

test("unknown keys are refused with a place and the nearest name", async () => {
  const text = '{\n  "mcpServers": {\n    "a/b": {\n      "comand": "npx"\n    }\n  }\n}';
  const problems = await problemsOf(text);
  assert.deepEqual(problems[0], {
    message: 'A server has no key "comand". Did you mean "command"?',
    file: "configuration",
    line: 4,
    column: 7,
    pointer: "/mcpServers/a~1b/comand",
  });
  await assert.rejects(
    readServers({ text, file: ".cursor/mcp.json" }),
    /^McpClientError: \.cursor\/mcp\.json:4:7: A server has no key "comand"\. Did you mean "command"\? \(at \/mcpServers\/a~1b\/comand\)/m,
  );
  const [top] = await problemsOf('{"mcpServer": {}}');
  assert.match(top?.message ?? "", /no key "mcpServer"\. Did you mean "mcpServers"\?/);
  const [oauth] = await problemsOf(only({ url: "https://x", oauth: { clientID: "x" } }));
  assert.match(oauth?.message ?? "", /Did you mean "clientId"\?/);
  const [input] = await problemsOf({
    servers: {},
    inputs: [{ id: "a", type: "promptString", x: 1 }],
  });
  assert.match(input?.message ?? "", /An input has no key "x"/);
  assert.deepEqual(await serversOf({ other: 1, mcpServers: {} }, { otherKeys: "ignore" }), {});
});

test("values of a wrong type are refused, without being repeated", async () => {
  const rows: readonly [unknown, RegExp][] = [
    [{ command: ["s3cret"] }, /"command" must be a string/],
    [{ command: "x", args: "s3cret" }, /"args" must be a list/],
    [{ command: "x", args: ["a", 7] }, /Item 1 of "args" must be a string/],
    [{ command: "x", env: ["s3cret"] }, /"env" must be an object/],
    [{ command: "x", env: { A: true } }, /"A" must be a string/],
    [{ command: "x", disabled: "yes" }, /"disabled" must be true or false/],
    [{ command: "x", timeout: "9" }, /"timeout" must be a number/],
    [{ command: "x", timeout: -1 }, /"timeout" must be a number/],
    [{ command: "x", type: "pipe" }, /The type must be one of/],
    [{ command: "x", type: "http" }, /needs a "url"/],
    [{ url: "https://x", type: "stdio" }, /needs a "command"/],
    [{ command: "x", url: "https://x" }, /not both/],
    [{ command: "x", headers: {} }, /"headers" belongs to a server with a URL/],
    [{ url: "https://x", env: {} }, /"env" belongs to a server with a command/],
    [{ url: "https://x", serverUrl: "https://y" }, /mean the same/],
    [{ url: "s3cret" }, /The URL of a server must begin with/],
    [{ url: "file:///s3cret" }, /The URL of a server must begin with/],
    [{ url: "ws://x", type: "http" }, /The URL of a server must begin with/],
    [{ url: "https://me:s3cret@x" }, /has a user and password/],
    [{ url: "https://x", headers: { A: 1 } }, /"A" must be a string/],
    [{ url: "https://x", headers: { A: "s3cret\r\nB: c" } }, /"A" is no header/],
    [{ url: "https://x", headers: { "A B": "s3cret" } }, /"A B" is no header/],
    [{ url: "https://x", headersHelper: "s3cret" }, /"headersHelper" is not supported/],
    [{ command: "x", sandboxEnabled: true }, /"sandboxEnabled" is not supported/],
    [{ command: "  " }, /"command" is empty/],
    [{ command: "x", envFile: "s3cret.env" }, /can't be read \(ENOENT\)/],
    [{}, /needs a "command" or a "url"/],
    ["npx", /must be an object/],
    [null, /must be an object/],
  ];
  for (const [server, message] of rows) {
    const [problem] = await problemsOf(only(server));
    assert.match(problem?.message ?? "", message, JSON.stringify(server));
    assert.doesNotMatch(problem?.message ?? "", /s3cret/);
    assert.match(problem?.pointer ?? "", /^\/mcpServers\/s/);
  }
});

test("files that are no configuration are refused", async () => {
  const rows: readonly [string, RegExp][] = [
    ["", /no JSON|empty/],
    ["{", /no JSON/],
    ["[]", /must be an object/],
    ["{}", /no "mcpServers" and no "servers"/],
    ['{"mcpServers": []}', /must be an object/],
    ['{"mcpServers": {}, "servers": {}}', /keep one/],
    ['{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}', /"a" is there twice/],
    ['{"mcpServers": {"a": {"command": "x", "command": "y"}}}', /"command" is there twice/],
    ['{"mcpServers": {"": {"command": "x"}}}', /needs a name/],
    [`{"mcpServers": ${"[".repeat(200_000)}`, /no JSON|nested too deeply/],
    [`{"mcpServers": "${"x".repeat(1_100_000)}"}`, /larger than/],
  ];
  for (const [text, message] of rows) {
    await assert.rejects(serversOf(text), (error: unknown) => {
      assert.ok(error instanceof McpClientError);
      assert.match(error.message, message, text.slice(0, 40));
      return true;
    });
  }
  await assert.rejects(readServers("/nowhere/mcp.json"), /can't be read: ENOENT/);
});

test("comments and trailing commas are refused in files whose clients refuse them", async () => {
  const text = '{"mcpServers": {"a": {"command": "x"}, /* c */ }}';
  await readServers({ text, file: "mcp.json" });
  for (const file of [".mcp.json", "C:\\x\\claude_desktop_config.json"]) {
    await assert.rejects(readServers({ text, file }), /no JSON/);
  }
});

test("all problems of a file are told at once, and hidden characters are shown", async () => {
  const problems = await problemsOf({
    mcpServers: { a: { comand: "x" }, "b\u202e": { command: 1 }, c: { url: "https://x", typ: 1 } },
  });
  assert.deepEqual(
    problems.map((each) => each.pointer.split("/")[2]?.[0]),
    ["a", "a", "b", "c"],
  );
  await assert.rejects(serversOf({ mcpServers: { "b\u202e": 1 } }), /b\\u202e/);
});

test("disabled servers are left out, unless they are asked for", async () => {
  const file = {
    mcpServers: { a: { command: "${NONE:-x}", disabled: true }, b: { command: "y" } },
  };
  const read = await readServers({ text: JSON.stringify(file) }, options);
  assert.deepEqual(Object.keys(read.servers), ["b"]);
  assert.deepEqual(read.disabled, ["a"]);
  const all = await serversOf(file, { includeDisabled: true });
  assert.deepEqual(all["a"], { target: { command: "x", args: [] }, disabled: true });
});

test("names of Object.prototype are names of servers like others", async () => {
  const servers = await serversOf(
    '{"mcpServers": {"__proto__": {"command": "x", "env": {"__proto__": "v"}}}}',
  );
  assert.deepEqual(Object.keys(servers), ["__proto__"]);
  const { target } = Object.entries(servers)[0]![1] as { target: { env: object } };
  assert.deepEqual(Object.entries(target.env), [["__proto__", "v"]]);
});

test("a file is read with the folder around it, and variables of a file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "read-servers-"));
  try {
    mkdirSync(path.join(folder, ".vscode"));
    writeFileSync(path.join(folder, ".env"), "# comment\nA=1\nexport B='two words'\nC=3\n");
    const file = path.join(folder, ".vscode", "mcp.json");
    writeFileSync(
      file,
      '\uFEFF{"servers": {"s": {"command": "x", "cwd": "sub", "envFile": "${workspaceFolder}/.env", "env": {"C": "own"}}, "t": {"command": "x"}}}',
    );
    const { servers } = await readServers(file);
    assert.deepEqual(servers["s"]?.target, {
      command: "x",
      args: [],
      env: { A: "1", B: "two words", C: "own" },
      cwd: path.join(folder, "sub"),
    });
    assert.deepEqual(servers["t"]?.target, { command: "x", args: [], cwd: folder });
    writeFileSync(path.join(folder, ".env"), "x".repeat(2_000_000));
    await assert.rejects(readServers(file), /EFBIG/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
