import { afterEach } from "node:test";

/** Functions that run after the current test, the last one first, whether it passes or fails. */
export const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});
