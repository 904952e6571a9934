/** Commands to the server process over its IPC channel. */
import type { Counts } from "./offer.js";

export interface Commands {
  /** Bytes in use after a full collection. */
  memory: { heapUsed: number; external: number };
  /** Maximum resident bytes since the last `peak`. */
  peak: { rss: number };
  /** Number of live objects of the classes that live as long as a client. */
  alive: Readonly<Record<string, number>>;
  calls: Counts;
  /** Sends changes of `test://a` until each listener has received about `megabytes`. */
  flood: { sent: number };
}

export type Command = keyof Commands;

export interface Question {
  readonly serial: number;
  readonly command: Command;
  readonly megabytes?: number;
  /** Classes to count, because counting is slow; default: all. */
  readonly only?: readonly string[];
}

export type Details = Omit<Question, "serial" | "command">;

export interface ServerUrls {
  readonly http: string;
  readonly sse: string;
  readonly webSocket: string;
}
