import type { Era } from "./requests.js";
import { program } from "./server-process.js";

export type ContenderName =
  | "ours"
  | "ours, in a session"
  | "SDK v2"
  | "SDK v1"
  | "SDK v1, in a session"
  | "limit"
  | "strict limit"
  | "our proxy"
  | "bare forwarding proxy"
  | "around, idle"
  | "around, five"
  | "around, quick"
  | "around, waiting"
  | "around, waiting, by hand";

export interface Contender {
  readonly name: ContenderName;
  readonly eras: readonly Era[];
  /** Whether calls need a session. */
  readonly inSession: boolean;
  /** Returns the program and its arguments. `listFile` holds the result of our tools/list, which the limit repeats. */
  start(tools: number, listFile: string): readonly string[];
}

/**
 * Ours first, and the limits next to it, because they are compared at nearly the same time. The strict one reads all that has
 * arrived before it answers, which is faster; ours does the same.
 */
export const contenders: readonly Contender[] = [
  {
    name: "ours",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: (tools) => [program("ours-http.js"), String(tools), "stateless"],
  },
  {
    name: "limit",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: (_tools, listFile) => [program("limit-http.js"), listFile],
  },
  {
    name: "strict limit",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: (_tools, listFile) => [program("limit-http.js"), listFile, "strict"],
  },
  {
    name: "ours, in a session",
    eras: ["2025-11-25"],
    inSession: true,
    start: (tools) => [program("ours-http.js"), String(tools)],
  },
  {
    name: "SDK v2",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: (tools) => [program("sdk-v2-http.js"), String(tools)],
  },
  {
    name: "SDK v1",
    eras: ["2025-11-25"],
    inSession: false,
    start: (tools) => [program("sdk-v1-http.js"), String(tools)],
  },
  {
    name: "SDK v1, in a session",
    eras: ["2025-11-25"],
    inSession: true,
    start: (tools) => [program("sdk-v1-http.js"), String(tools), "sessions"],
  },
];

const waitingAround = around("around, waiting", "waiting");

/**
 * Two at a time: of more, those that come first and last in a round would be a fifth faster, because rounds alternate their order,
 * so that each of these runs twice in a row.
 */
export const aroundPairs = {
  idle: [around("around, idle", "idle"), contenders[0]!],
  five: [around("around, five", "five"), contenders[0]!],
  quick: [around("around, quick", "quick"), contenders[0]!],
  waiting: [waitingAround, contenders[0]!],
  byHand: [waitingAround, around("around, waiting, by hand", "waiting", "by-hand")],
} satisfies Readonly<Record<string, readonly [Contender, Contender]>>;

/** Our server with guards and interceptors around its tool, or with a handler that calls the same ones itself. */
function around(name: ContenderName, ...mode: readonly string[]): Contender {
  return {
    name,
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: (tools) => [program("ours-around-http.js"), String(tools), ...mode],
  };
}

/** Programs in front of the same server of ours. Only their own time counts, not that of the server. */
export const proxyContenders: readonly Contender[] = [
  {
    name: "our proxy",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: () => [program("proxy-http.js"), "2026-07-28"],
  },
  {
    name: "bare forwarding proxy",
    eras: ["2025-11-25", "2026-07-28"],
    inSession: false,
    start: () => [program("forward-http.js")],
  },
];
