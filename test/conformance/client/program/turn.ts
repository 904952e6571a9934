import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Programs that work at once. */
const places = 4;

/**
 * Waits for one of a few places beside the program: the suite starts all programs at once, and some scenarios allow an answer
 * only little time.
 *
 * @returns a function that gives the place back
 */
export async function takeTurn(): Promise<() => void> {
  const folder = path.dirname(process.argv[1] ?? ".");
  for (;;) {
    for (let place = 0; place < places; place += 1) {
      const mark = path.join(folder, `place-${place}`);
      try {
        mkdirSync(mark);
      } catch {
        // Another program has it.
        continue;
      }
      return () => rmSync(mark, { recursive: true });
    }
    await delay(50);
  }
}
