/**
 * Lets the process end while the timer is pending. Does nothing on hosts whose timers are numbers, because no process waits
 * for them.
 *
 * @returns the timer
 */
export function unref<Timer>(timer: Timer): Timer {
  const { unref: release } = Object(timer) as { readonly unref?: () => void };
  release?.call(timer);
  return timer;
}
