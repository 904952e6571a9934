const stopGraceMs = 5_000;

/** A channel that can end once its open requests are answered. */
export interface Leaving {
  leave(): void;
}

/**
 * Ends channels once their requests are answered, and by force after five seconds.
 *
 * @param channels each with a promise that resolves when it has ended
 * @param force ends the channels that are left
 */
export async function leaveAll(
  channels: ReadonlyMap<Leaving, Promise<void>>,
  force: () => void,
): Promise<void> {
  const over = [...channels.values()];
  for (const channel of channels.keys()) channel.leave();
  const timer = setTimeout(force, stopGraceMs);
  await Promise.all(over);
  clearTimeout(timer);
}
