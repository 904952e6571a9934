/** What the tests ask of the server process, over its IPC channel. */
import type { Counts } from "./offer.js";

export interface Commands {
  /** Bytes in use after a full collection. */
  memory: { heapUsed: number; external: number };
  /** The most bytes that the process has occupied since this was asked last. */
  peak: { rss: number };
  /** How many objects of the classes that live as long as a client does are alive. */
  alive: Readonly<Record<string, number>>;
  calls: Counts;
  /** Tells of changes of `test://a` until about `megabytes` are sent to each listener. */
  flood: { told: number };
}

export type Command = keyof Commands;

export interface Question {
  readonly serial: number;
  readonly command: Command;
  readonly megabytes?: number;
  /** Classes to count; counting one takes a while. Absent: all. */
  readonly only?: readonly string[];
}

/** What a question may say beside its name. */
export type Details = Omit<Question, "serial" | "command">;

export interface ServerUrls {
  readonly http: string;
  readonly sse: string;
  readonly webSocket: string;
}
