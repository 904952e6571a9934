import path from "node:path";
import { root } from "../../support/cli.js";
import type { Era } from "../server/requests.js";

export const transports = ["stdio", "http", "memory"] as const;
export type TransportName = (typeof transports)[number];
export type ContenderName = "ours" | "bare" | "SDK v2" | "SDK v1";

export interface Contender {
  readonly name: ContenderName;
  readonly eras: readonly Era[];
  program(transport: TransportName): string;
}

const both: readonly Era[] = ["2025-11-25", "2026-07-28"];

/** Ours and the bare client next to each other, because they are compared most closely. */
export const contenders: readonly Contender[] = [
  { name: "ours", eras: both, program: () => program("ours.js") },
  { name: "bare", eras: both, program: (transport) => program(`bare-${transport}.js`) },
  { name: "SDK v2", eras: both, program: () => program("sdk-v2.js") },
  { name: "SDK v1", eras: ["2025-11-25"], program: () => program("sdk-v1.js") },
];

export function program(name: string): string {
  return path.join(root, "test/bench/client/programs", name);
}
