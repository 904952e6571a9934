/** The servers that are measured against each other. */
import type { Era } from "../server/requests.js";
import { key, withWholeBody, type Call, type CallKind } from "./document.js";
import { program } from "./program.js";
import type { Workspace } from "./workspace.js";

export type ContenderName =
  "ours" | "undici" | "node:http" | "fetch" | "fastmcp" | "openapi-mcp-generator";

export type Transport = "http" | "stdio";

export interface Contender {
  readonly name: ContenderName;
  readonly eras: readonly Era[];
  readonly transports: readonly Transport[];
  /** Returns the program and its arguments; undefined if it was not installed. */
  start(workspace: Workspace, transport: Transport, keyed: boolean): readonly string[] | undefined;
  /** Returns the call as its tools take it. Default: each member of a body is an argument. */
  readonly callOf?: (kind: CallKind) => Call;
}

const bothEras: readonly Era[] = ["2025-11-25", "2026-07-28"];
const bothTransports: readonly Transport[] = ["http", "stdio"];

/** Ours first, and the limit next to it, because they are compared at nearly the same time. */
export const contenders: readonly Contender[] = [
  {
    name: "ours",
    eras: bothEras,
    transports: bothTransports,
    start: ({ apiUrl, project }, transport, keyed) => [
      program("ours.js"),
      project(keyed),
      apiUrl,
      transport,
      key,
    ],
  },
  bare("undici"),
  bare("node:http"),
  bare("fetch"),
  {
    name: "fastmcp",
    eras: ["2025-11-25"],
    transports: bothTransports,
    start: ({ apiUrl, document }, transport, keyed) => [
      program("fastmcp.js"),
      document(keyed),
      apiUrl,
      transport,
      ...(keyed ? [key] : []),
    ],
  },
  {
    name: "openapi-mcp-generator",
    eras: ["2025-11-25"],
    // Over HTTP it has sessions only.
    transports: ["stdio"],
    start: ({ peer }, _transport, keyed) => (peer === undefined || keyed ? undefined : [peer]),
    callOf: withWholeBody,
  },
];

/** A proxy without checks. The one on undici is the limit. */
function bare(client: "undici" | "node:http" | "fetch"): Contender {
  return {
    name: client,
    eras: bothEras,
    transports: bothTransports,
    start: ({ apiUrl }, transport, keyed) => [
      program(`bare-${transport}.js`),
      apiUrl,
      client,
      ...(keyed ? [key] : []),
    ],
  };
}
