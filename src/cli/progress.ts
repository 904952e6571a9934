/** A line on a terminal that says what is being done; silent anywhere else and for short work. */
export interface Progress {
  readonly say: (what: string) => void;
  readonly done: () => void;
}

/** Work shorter than this shows nothing. */
const patience = 500;

/** Writes to `stream` only when it is a terminal. */
export function createProgress(stream: NodeJS.WriteStream, enabled: boolean): Progress {
  if (!enabled || !stream.isTTY) return { say: () => {}, done: () => {} };
  const start = Date.now();
  let shown = false;
  return {
    say(what) {
      if (Date.now() - start < patience) return;
      stream.write(`\r\u001B[K${what}…`);
      shown = true;
    },
    done() {
      if (shown) stream.write("\r\u001B[K");
    },
  };
}
