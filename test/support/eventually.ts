/** Waits until something holds. @throws Error when it doesn't within ten seconds */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Still not so: ${holds}`);
}
