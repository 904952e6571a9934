import assert from "node:assert/strict";
import { eventually } from "../eventually.js";
import { childrenOf } from "./processes.js";

/**
 * Notes what this process holds open.
 *
 * @returns a check that it holds no more than that: no child process, timer, pipe or socket
 */
export function watchLeaks(): () => Promise<void> {
  const before = counted();
  const children = childrenOf().map(({ pid }) => pid);
  return async () => {
    assert.deepEqual(
      childrenOf().filter(({ pid }) => !children.includes(pid)),
      [],
    );
    await eventually(() => {
      const more = [...counted()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
      assert.deepEqual(more, []);
    }, 5_000);
  };
}

function counted(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
