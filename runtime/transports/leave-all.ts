const stopGraceMs = 5_000;

/** A channel that can be asked to end once its open requests are answered. */
export interface Leaving {
  leave(): void;
}

/**
 * Ends channels in order, and those that take longer than five seconds by force.
 *
 * @param channels each with the promise that it is over
 * @param force ends all that is left
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
