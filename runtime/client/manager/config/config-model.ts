/** What is read from the configuration files of MCP clients. */
import type { MaybePromise } from "../../../session/maybe-promise.js";
import type { ClientAuthorization } from "../../client-options.js";
import type { ServerEntry } from "../manager-model.js";

/** A file, by its path, or its text. */
export type ConfigSource = string | { readonly text: string; readonly file?: string };

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
  readonly id: string;
  readonly type: "promptString" | "pickString";
  readonly description: string | undefined;
  readonly default: string | undefined;
  /** Whether the answer should not be shown. */
  readonly password: boolean;
  /** Of `pickString`: the answer is one of these values. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** What a file says of OAuth: `auth` of Cursor, `oauth` of Claude Code and VS Code. */
export interface ConfigOAuth {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly callbackPort?: number;
  readonly authServerMetadataUrl?: string;
}

export interface ReadServers {
  /** Give them to `connectServers`. */
  readonly servers: Readonly<Record<string, ServerEntry>>;
  /** Names of the servers that the file disables. */
  readonly disabled: readonly string[];
}

/** A fault of a configuration. It tells no values, because they may be secrets. */
export interface ConfigProblem {
  readonly message: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** JSON Pointer. */
  readonly pointer: string;
}
