/** 1-based; columns in UTF-16 code units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns in one text. Scans the text once, on first use. */
export interface LineIndex {
  readonly at: (offset: number) => LineColumn;
  /** Returns a line without its line break; `undefined` past the end. */
  readonly text: (line: number) => string | undefined;
}

export function createLineIndex(text: string): LineIndex {
  let starts: number[] | undefined;
  const lines = (): number[] => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
        starts.push(at + 1);
      }
    }
    return starts;
  };
  return {
    at(offset) {
      const known = lines();
      let low = 0;
      let high = known.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((known[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (known[low] ?? 0) + 1 };
    },
    text(line) {
      const start = lines()[line - 1];
      if (start === undefined) return undefined;
      const end = (lines()[line] ?? text.length + 1) - 1;
      return text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
    },
  };
}
