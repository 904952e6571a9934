import type { Environment } from "../../contract/environment.js";

/** Where credentials come from. */
export interface CredentialSettings {
  readonly env: Environment;
  /** Replaces the servers' URL; URLs of token endpoints may be relative to it. */
  readonly baseUrl?: string | undefined;
  /** Origins to which credentials may be sent; default: all. */
  readonly sendTo?: readonly string[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Receives what the user of a program should know; default: nothing is said. */
  readonly tell?: ((text: string) => void) | undefined;
  /** Let the document's authorization servers have any address. */
  readonly allowInternal?: boolean | undefined;
  /** The command to log in, for messages. */
  readonly loginCommand?: string | undefined;
}

export const defaultLoginCommand = "this server's program with the argument login";
