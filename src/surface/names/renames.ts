import type { RoutedOperation } from "../../routes/decision.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { nearest } from "../../diagnostics/nearest.js";

/** The former name of an operation, and how to find it now: its new name, its operationId, or method and path. */
export interface Rename {
  readonly old: string;
  readonly now: string;
}

/** An operation that keeps the name that it had before the document renamed it. */
export interface KeepsName {
  readonly keptName?: string;
}

/**
 * Finds the operations that keep a former name.
 *
 * @param named The operations with the names that they get otherwise
 * @returns The former names by operation. Errors: a former name that another operation has. Warnings: a rename of nothing.
 */
export function keptNames(
  named: readonly (RoutedOperation & { readonly name: string })[],
  renames: readonly Rename[],
): { readonly kept: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] } {
  const kept = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const rename of renames) {
    const found = find(named, rename.now);
    if (!found) {
      diagnostics.push(unknown(named, rename));
      continue;
    }
    const { key, place } = found.operation;
    const holder = holderOf(named, kept, rename.old, key);
    if (holder === undefined && !kept.has(key)) kept.set(key, rename.old);
    else {
      const reason =
        holder === undefined
          ? `${key} is renamed twice`
          : `\`${rename.old}\` is the name of ${holder}`;
      diagnostics.push({
        code: "rename-taken",
        severity: "error",
        message: `--rename ${rename.old}=${rename.now} can't be followed: ${reason}.`,
        place,
        hint: "Leave out this --rename, or rename the other operation in the route map.",
      });
    }
  }
  return { kept, diagnostics };
}

type Named = RoutedOperation & { readonly name: string };

function find(named: readonly Named[], now: string): Named | undefined {
  return (
    named.find(({ name }) => name === now) ??
    named.find(({ operation }) => operation.operationId === now) ??
    named.find(({ operation }) => operation.key === now)
  );
}

/** Returns the operation, other than `key`, that has the name or keeps it. */
function holderOf(
  named: readonly Named[],
  kept: ReadonlyMap<string, string>,
  old: string,
  key: string,
): string | undefined {
  const keeper = [...kept].find(([other, name]) => name === old && other !== key);
  if (keeper) return keeper[0];
  return named.find(({ name, operation }) => name === old && operation.key !== key)?.operation.key;
}

function unknown(named: readonly Named[], { old, now }: Rename): Diagnostic {
  const names = named.map(({ name }) => name);
  const meant = nearest(now, names);
  const hint = names.includes(old)
    ? `The document gives the name \`${old}\` itself; leave out this --rename.`
    : meant === undefined
      ? "Leave out this --rename if the operation is gone."
      : `Did you mean --rename ${old}=${meant}?`;
  return {
    code: "rename-unknown",
    severity: "warning",
    message: `--rename ${old}=${now} has no effect: no operation is called \`${now}\`.`,
    hint,
  };
}
