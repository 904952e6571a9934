import type { Judged } from "./judged.js";

/** A name of the generated code that is another now. */
export interface NameChange {
  readonly kind: "method" | "type";
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the renames that can't be anything else: of methods whose operations have the same requests as before and types that
 * fit both ways, and of the types that these methods name.
 */
export function certainRenames({ before, code, fates, shapes }: Judged): readonly NameChange[] {
  const changes: NameChange[] = [];
  const types = new Map<string, Set<string>>();
  for (const [method, head] of before?.operations ?? []) {
    const fate = fates.of(method);
    const to = fate && "to" in fate ? fate.to : method;
    const now = code.operations.get(to);
    if (!now || !shapes.areSame(method, to)) continue;
    if (to !== method) changes.push({ kind: "method", from: method, to });
    const [left, right] = [head, now].map(({ input, output }) => namesIn(`${input} ${output}`));
    if (!left || !right || left.length !== right.length) continue;
    left.forEach((name, at) => {
      types.set(name, (types.get(name) ?? new Set()).add(right[at] ?? name));
    });
  }
  for (const [from, names] of types) {
    const [to] = names;
    // A type that became several ones is not renamed.
    if (names.size === 1 && to !== undefined && to !== from) {
      changes.push({ kind: "type", from, to });
    }
  }
  return changes;
}

function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
