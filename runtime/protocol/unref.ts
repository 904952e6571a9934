/** Keeps the process alive while the timer is pending, again after `unref`. */
export function ref(timer: unknown): void {
  const { ref: hold } = Object(timer) as { readonly ref?: () => void };
  hold?.call(timer);
}

/** Lets the process end while the timer is pending. On hosts whose timers are numbers, no process waits for them. */
export function unref<Timer>(timer: Timer): Timer {
  const { unref: release } = Object(timer) as { readonly unref?: () => void };
  release?.call(timer);
  return timer;
}
