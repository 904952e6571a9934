/** Where each client keeps its configuration, on each system. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setUp } from "../../src/client-setup/set-up.js";
import { clientIds, type Computer, type SetupServer } from "../../src/client-setup/setup-model.js";

const server: SetupServer = { kind: "http", name: "a", url: "https://a.example/mcp" };
const mac: Computer = { platform: "darwin", home: "/Users/ada", env: {}, cwd: "/work" };
const linux: Computer = { platform: "linux", home: "/home/ada", env: {}, cwd: "/work" };
const windows: Computer = {
  platform: "win32",
  home: "C:\\Users\\ada",
  env: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
  cwd: "C:\\work",
};

for (const [computer, files] of [
  [
    mac,
    {
      "claude-code": "/Users/ada/.claude.json",
      "claude-desktop": "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
      cursor: "/Users/ada/.cursor/mcp.json",
      vscode: "/Users/ada/Library/Application Support/Code/User/mcp.json",
      gemini: "/Users/ada/.gemini/settings.json",
      codex: "/Users/ada/.codex/config.toml",
      windsurf: "/Users/ada/.codeium/windsurf/mcp_config.json",
      zed: "/Users/ada/.config/zed/settings.json",
    },
  ],
  [
    linux,
    {
      "claude-code": "/home/ada/.claude.json",
      "claude-desktop": "/home/ada/.config/Claude/claude_desktop_config.json",
      cursor: "/home/ada/.cursor/mcp.json",
      vscode: "/home/ada/.config/Code/User/mcp.json",
      gemini: "/home/ada/.gemini/settings.json",
      codex: "/home/ada/.codex/config.toml",
      windsurf: "/home/ada/.codeium/windsurf/mcp_config.json",
      zed: "/home/ada/.config/zed/settings.json",
    },
  ],
  [
    windows,
    {
      "claude-code": "C:\\Users\\ada\\.claude.json",
      "claude-desktop": "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
      cursor: "C:\\Users\\ada\\.cursor\\mcp.json",
      vscode: "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json",
      gemini: "C:\\Users\\ada\\.gemini\\settings.json",
      codex: "C:\\Users\\ada\\.codex\\config.toml",
      windsurf: "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json",
      zed: "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json",
    },
  ],
] as const) {
  test(`the user's files on ${computer.platform}`, () => {
    const found = clientIds.map((id) => [id, setUp(id, server, "user", computer).file]);
    assert.deepEqual(Object.fromEntries(found), files);
  });
}

test("XDG_CONFIG_HOME and CODEX_HOME move what they name", () => {
  const env = { XDG_CONFIG_HOME: "/etc/ada", CODEX_HOME: "/srv/codex" };
  const moved = { ...linux, env };
  assert.equal(setUp("zed", server, "user", moved).file, "/etc/ada/zed/settings.json");
  assert.equal(setUp("codex", server, "user", moved).file, "/srv/codex/config.toml");
});

test("a program outside the project is named by its whole path", () => {
  const outside: SetupServer = {
    kind: "stdio",
    name: "a",
    main: "/srv/a/dist/main.js",
    variables: [],
  };
  const { entry } = setUp("vscode", outside, "project", linux).addition;
  assert.deepEqual(entry["args"], ["/srv/a/dist/main.js"]);
});

test("a path with spaces and quotes is one word of the command", () => {
  const odd: SetupServer = { kind: "stdio", name: "a", main: "/a b/it's.js", variables: [] };
  const { shortcut } = setUp("codex", odd, "user", linux);
  assert.equal(shortcut, `codex mcp add a -- node '/a b/it'\\''s.js'`);
});
