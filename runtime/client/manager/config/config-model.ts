/** What is read from the configuration files of MCP clients. */
import type { MaybePromise } from "../../../protocol/maybe-promise.js";
import type { ClientAuthorization } from "../../client-options.js";
import type { ServerEntry } from "../manager-model.js";

/** A file, by its path, or its text. */
export type ConfigSource = string | { readonly text: string; readonly file?: string };

/** How a file of servers is read. */
export interface ReadServersOptions {
  /** Variables for `${env:NAME}`, `${NAME}` and `${NAME:-default}`; default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For `${workspaceFolder}` and relative paths; default: the folder of the file, or that around its `.vscode` or `.cursor`. */
  readonly workspaceFolder?: string;
  /** For `${userHome}`; default: the home of this user. */
  readonly userHome?: string;
  /**
   * Asks for the value of `${input:id}`; each is asked for once, and only if a server uses it. Without it, an input has the
   * default that the file gives.
   */
  readonly input?: (input: ConfigInput) => MaybePromise<string | undefined>;
  /** Gets tokens for servers over HTTP, with what the file says of OAuth. */
  readonly authorization?: (
    server: string,
    url: URL,
    oauth: ConfigOAuth | undefined,
  ) => MaybePromise<ClientAuthorization | undefined>;
  /** Reads servers that the file disables as well, to be connected by name. */
  readonly includeDisabled?: boolean;
  /** Lets keys beside the servers pass, because the file is also somebody else's. */
  readonly otherKeys?: "refuse" | "ignore";
}

/** An input that a VS Code configuration declares. */
export interface ConfigInput {
  /** The name by which `${input:id}` refers to it. */
  readonly id: string;
  /** Whether the user types the value or picks it. */
  readonly type: "promptString" | "pickString";
  /** What the user is asked. */
  readonly description: string | undefined;
  /** The value that is suggested. */
  readonly default: string | undefined;
  /** Whether the answer should not be shown. */
  readonly password: boolean;
  /** Of `pickString`: the answer is one of these values. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** What a file says of OAuth: `auth` of Cursor, `oauth` of Claude Code and VS Code. */
export interface ConfigOAuth {
  /** The id of a client that is registered with the authorization server. */
  readonly clientId?: string;
  /** The secret of that client. */
  readonly clientSecret?: string;
  /** The scopes to ask for. */
  readonly scopes?: readonly string[];
  /** The port on loopback to which the browser returns. */
  readonly callbackPort?: number;
  /** Where the metadata of the authorization server is. */
  readonly authServerMetadataUrl?: string;
}

/** What a file of servers says. */
export interface ReadServers {
  /** Give them to `connectServers`. */
  readonly servers: Readonly<Record<string, ServerEntry>>;
  /** Names of the servers that the file disables. */
  readonly disabled: readonly string[];
}

/** A fault of a configuration. It tells no values, because they may be secrets. */
export interface ConfigProblem {
  /** What is wrong, and what to do. */
  readonly message: string;
  /** The file with the problem. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** JSON Pointer. */
  readonly pointer: string;
}
