/**
 * Repeats a check until it neither throws nor returns false. Return a condition rather than giving it to `assert.ok`: a
 * failing `assert.ok` without a message parses the source for one, which takes minutes under tsx.
 *
 * @throws the last error, if the check still fails after `withinMs`
 */
export async function eventually(
  check: () => void | boolean | Promise<void | boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      if ((await check()) !== false) return;
      throw new Error(`Still false after ${withinMs} ms: ${String(check)}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
