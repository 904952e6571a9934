/** What a client needs to know of a server, and what is known of each client. */

/** An environment variable that the user of a client sets. */
export interface SetupVariable {
  readonly name: string;
  readonly description: string;
  readonly secret: boolean;
}

export interface StdioServer {
  readonly kind: "stdio";
  readonly name: string;
  /** Absolute path of the server's program. */
  readonly main: string;
  readonly variables: readonly SetupVariable[];
}

export interface HttpServer {
  readonly kind: "http";
  readonly name: string;
  readonly url: string;
  /** Environment variable that holds the token for the server. */
  readonly tokenVariable?: string;
}

export type SetupServer = StdioServer | HttpServer;

/** Whose configuration it is: that of a project, which others share, or that of the user. */
export type Level = "project" | "user";

/** The computer on which a client runs. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the project. */
  readonly cwd: string;
}

export type EntryValue = string | readonly string[] | Readonly<Record<string, string>>;
export type Entry = Readonly<Record<string, EntryValue>>;

/** A value that VS Code asks for, once, and keeps in its storage of secrets. */
export interface SetupInput {
  readonly type: "promptString";
  readonly id: string;
  readonly description: string;
  readonly password: boolean;
}

export const clientIds = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "gemini",
  "codex",
  "windsurf",
  "zed",
] as const;

export type ClientId = (typeof clientIds)[number];

export interface ClientDefinition {
  readonly title: string;
  readonly format: "json" | "toml";
  /** How values come to the server: from the client's environment, from the user when asked, or written into the entry. */
  readonly values: "environment" | "asked" | "written";
  /** How the entry of a project names its program, relative to the project; absent: by an absolute path. */
  readonly inProject?: (relative: string) => string;
  /** Key of the servers in the configuration. */
  readonly section: string;
  /** Path of the configuration in a project; absent if the client has none, or values would be written into it. */
  readonly projectFile?: string;
  readonly userFile: (computer: Computer) => string;
  readonly entry: (server: SetupServer, main: MainPath) => Entry;
  readonly inputs?: (server: SetupServer) => readonly SetupInput[];
  /** A command or a link that does the same. */
  readonly shortcut?: (server: SetupServer, main: MainPath) => string;
  readonly note?: (server: SetupServer, level: Level) => string | undefined;
}

/** Returns how the entry names the server's program. */
export type MainPath = (server: StdioServer) => string;
