/** Repeats checks until they pass. Fails with their last error when they don't within `withinMs`. */
export async function eventually(
  checks: () => void | Promise<void>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await checks();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
