import assert from "node:assert/strict";
import { eventually } from "../../../support/eventually.js";

const counted = new Set(["TCPSocketWrap", "TCPServerWrap", "Timeout", "TLSWrap", "FSReqCallback"]);

/** Runs `work`, and checks that it leaves no socket and no timer. */
export async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = open().length;
  await work();
  await eventually(() => assert.deepEqual(open().slice(before), []));
}

/** Names the sockets and timers that are open. */
export function open(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => counted.has(name))
    .sort();
}
