const markers = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$/;

/** Whether Git has marked a conflict in the text. */
export function hasConflict(text: string): boolean {
  return /^<{7} /m.test(text) && /^>{7} /m.test(text);
}

/** Returns the text without the lines that Git adds around a conflict. */
export function withoutMarkers(text: string): readonly string[] {
  return linesOf(text).filter((line) => !markers.test(line));
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Returns the text of both sides of a conflict; undefined without one. What both had before (`diff3`) is left out. */
export function conflictSides(text: string): readonly [string, string] | undefined {
  if (!hasConflict(text)) return undefined;
  const ours: string[] = [];
  const theirs: string[] = [];
  let place: "both" | "ours" | "base" | "theirs" = "both";
  for (const line of linesOf(text)) {
    if (/^<{7} /.test(line)) place = "ours";
    else if (place !== "both" && /^\|{7}(?: |$)/.test(line)) place = "base";
    else if (place !== "both" && line === "=======") place = "theirs";
    else if (place !== "both" && /^>{7} /.test(line)) place = "both";
    else {
      if (place === "both" || place === "ours") ours.push(line);
      if (place === "both" || place === "theirs") theirs.push(line);
    }
  }
  return [ours.join("\n"), theirs.join("\n")];
}
