import { printError } from "../../runtime/protocol/terminal/print.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import type { ContractChange, Impact } from "../changes/change.js";
import {
  countChanges,
  groupChanges,
  impactNames,
  type ChangeGroup,
} from "../changes/describe-changes.js";

/** Lines of one impact that are shown without --verbose. */
const shownLines = 8;
/** Names that one line shows without --verbose. Who reads changed texts needs to know whose they are. */
const shownNames: Readonly<Record<Impact, number>> = { breaking: 4, compatible: 4, text: 20 };

/** Formats what is different for clients, breaking changes first; empty if nothing is. */
export function formatChanges(changes: readonly ContractChange[], verbose: boolean): string {
  if (changes.length === 0) return "";
  const groups = groupChanges(changes);
  const lines = [`Changes for clients: ${countChanges(changes)}`];
  for (const impact of ["breaking", "compatible", "text"] as const) {
    const own = groups.filter((group) => group.impact === impact);
    const shown = verbose ? own : own.slice(0, shownLines);
    lines.push(...shown.map((group) => `  ${lineOf(group, verbose)}`));
    const more = own.length - shown.length;
    if (more > 0)
      lines.push(`  … and ${more} more ${impactNames[impact]}; --verbose shows them all`);
  }
  return lines.map((line) => `${escapeHidden(line)}\n`).join("");
}

function lineOf({ impact, names, message }: ChangeGroup, verbose: boolean): string {
  const shown = verbose ? names : names.slice(0, shownNames[impact]);
  const more = names.length - shown.length;
  const of = shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `${impactNames[impact].padEnd("compatible".length)}  ${of}: ${message}`;
}

/** Prints what is different for clients, unless the options say to print less. */
export function printChanges(
  changes: readonly ContractChange[],
  { quiet, json, verbose }: { quiet: boolean; json?: boolean; verbose: boolean },
): void {
  if (!quiet && !json) printError(formatChanges(changes, verbose));
}
