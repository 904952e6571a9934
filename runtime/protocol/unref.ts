/** Lets the process end while the timer is pending. On hosts whose timers are numbers, no process waits for them. */
export function unref<Timer>(timer: Timer): Timer {
  const { unref: release } = Object(timer) as { readonly unref?: () => void };
  release?.call(timer);
  return timer;
}
