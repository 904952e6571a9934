/**
 * Repeats a check until it passes, that is until it neither throws nor returns false. (A condition is returned rather
 * than given to `assert.ok`: a failing `assert.ok` searches the source for its text, which takes seconds under tsx.)
 *
 * @throws the last error, when the check still fails after `withinMs`
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
