export interface Progress {
  readonly show: (step: string) => void;
  readonly done: () => void;
}

/** Milliseconds before the first progress line, so that short runs show none. */
const quietMs = 500;

/** Returns a progress line on `stream`, which stays silent unless `stream` is a terminal. */
export function createProgress(stream: NodeJS.WriteStream, enabled: boolean): Progress {
  if (!enabled || !stream.isTTY) return { show: () => {}, done: () => {} };
  const start = Date.now();
  let shown = false;
  return {
    show(step) {
      if (Date.now() - start < quietMs) return;
      stream.write(`\r\u001B[K${step}…`);
      shown = true;
    },
    done() {
      if (shown) stream.write("\r\u001B[K");
    },
  };
}
