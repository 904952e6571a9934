import type { Environment } from "../../contract/environment.js";

/** Where credentials come from. */
export interface CredentialSettings {
  readonly env: Environment;
  /** Replaces the servers' URL; URLs of token endpoints may be relative to it. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The command to log in, for messages. */
  readonly loginCommand?: string | undefined;
}

export const defaultLoginCommand = "this server's program with the argument login";
