/** The changes that stop a run unless the user allows them. */
import type { ContractChange } from "../changes/change.js";
import type { Lock, LockEntry } from "../changes/lock.js";
import { pairEntries } from "../changes/pair-entries.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { lostOptions } from "../options/echo.js";
import type { Options } from "../options/table.js";

/** Where a document says what a diagnostic is about. */
export interface DocumentPlaces {
  readonly title: Place;
  readonly paths: Place;
  /** Of what sends requests or secrets to an address of the lock. */
  readonly destination: (to: string) => Place;
  readonly operation: (key: string) => Place | undefined;
  /** Of the operationId, or of the operation without one. */
  readonly name: (key: string) => Place | undefined;
  /** Why an operation of the document is not exposed. */
  readonly absence: (
    key: string,
  ) => { readonly because: string; readonly place?: Place } | undefined;
}

/** The former and the new server. */
export interface ServerPair {
  readonly before: Lock;
  readonly now: Lock;
  readonly changes: readonly ContractChange[];
  /** The options of the last run and of this one, as the manifest has them. */
  readonly options: { readonly before: string; readonly now: string };
  readonly places: DocumentPlaces;
}

/** Names that one message lists. */
const shownNames = 5;

/** Returns an error for each change that this run must not make. */
export function refuseChanges(servers: ServerPair, options: Options): readonly Diagnostic[] {
  const other = otherDocument(servers);
  if (other) return options["allow-other-document"] ? [] : [other];
  return [
    ...(options["allow-removed"] ? [] : lostTools(servers)),
    ...(options["allow-wider"] ? [] : forgottenOptions(servers)),
    ...(options["allow-other-server"] ? [] : otherServers(servers)),
  ];
}

function otherDocument({ before, now, places }: ServerPair): Diagnostic | undefined {
  const [former, current] = [before.server, now.server];
  const base = { code: "other-document", severity: "error", place: places.title } as const;
  const hint =
    "Give another folder with --out, or replace the server there with --allow-other-document.";
  if (former.title !== current.title) {
    const className =
      former.className === current.className
        ? ""
        : `, and the class would be ${current.className} (before: ${former.className})`;
    const message = `The output folder has the server of \`${former.title}\`, from ${former.document}, but this document is \`${current.title}\`${className}.`;
    return { ...base, message, hint };
  }
  if (former.document === current.document || hasMostOf(before, now)) return undefined;
  const message = `The output folder has the server of another document: ${former.document}, whose operations are hardly any of those of ${current.document}.`;
  return { ...base, message, hint };
}

/** Whether at least half of the former operations are still there. */
function hasMostOf(before: Lock, now: Lock): boolean {
  const { removed } = pairEntries(before, now);
  return removed.size * 2 <= before.operations.size;
}

function lostTools({ before, now, changes, places }: ServerPair): readonly Diagnostic[] {
  const { added } = pairEntries(before, now);
  return changes.flatMap((change): readonly Diagnostic[] => {
    const { kind, operation } = change;
    if (kind === "renamed") return [renamed(change, places)];
    const entry = before.operations.get(operation);
    return kind === "removed" && entry ? [removed(operation, entry, added, places)] : [];
  });
}

function renamed(
  { operation, name, now = "" }: ContractChange,
  places: DocumentPlaces,
): Diagnostic {
  const isUri = name.includes(":");
  const keep = isUri
    ? `\`uri: ${name}\` in the route map keeps it`
    : `--rename ${name}=${now}, or \`name: ${name}\` in the route map, keeps it`;
  return {
    code: "tool-renamed",
    severity: "error",
    message: `\`${name}\` (${operation}) would be called \`${now}\`.`,
    place: places.name(operation) ?? places.paths,
    hint: `Clients know the former name: ${keep}, and --allow-removed accepts the new one.`,
  };
}

function removed(
  key: string,
  entry: LockEntry,
  added: ReadonlyMap<string, LockEntry>,
  places: DocumentPlaces,
): Diagnostic {
  const absence = places.absence(key);
  const because = absence?.because ?? "the document no longer has the operation";
  const twin = twinOf(key, entry, added);
  const keep =
    twin === undefined
      ? ""
      : ` \`${twin}\` is new and looks the same: --rename ${entry.name}=${twin} keeps the name.`;
  return {
    code: "tool-removed",
    severity: "error",
    message: `\`${entry.name}\` (${key}) would be gone: ${because}.`,
    place: absence?.place ?? places.operation(key) ?? places.paths,
    hint: `Clients that use it would fail. --allow-removed accepts that.${keep}`,
  };
}

/** Returns the name of the only new operation with the same HTTP method, arguments and output. */
function twinOf(
  key: string,
  { kind, input, output }: LockEntry,
  added: ReadonlyMap<string, LockEntry>,
): string | undefined {
  if (kind !== "tool" && kind !== "searchable") return undefined;
  const [method] = key.split(" ", 1);
  const twins = [...added].filter(
    ([other, entry]) =>
      other.startsWith(`${method} `) && entry.input === input && entry.output === output,
  );
  return twins.length === 1 ? twins[0]?.[1].name : undefined;
}

function forgottenOptions({ changes, options, places }: ServerPair): readonly Diagnostic[] {
  const lost = lostOptions(options.before, options.now);
  const wider = changes.filter((change) => change.wider);
  const [first] = wider;
  if (lost.length === 0 || !first) return [];
  const names = [...new Set(wider.map(({ name }) => name))];
  const shown = names.slice(0, shownNames).join(", ");
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return [
    {
      code: "surface-wider",
      severity: "error",
      message: `The last run had ${lost.join(" ")}, and this one has not; clients would reach more with ${shown}${more}.`,
      place: places.operation(first.operation) ?? places.paths,
      hint: "Give the option again, or accept the wider server with --allow-wider.",
    },
  ];
}

/** Whoever can change a document must not be able to have credentials sent to a host of their own. */
function otherServers({ changes, places }: ServerPair): readonly Diagnostic[] {
  return changes
    .filter(({ elsewhere }) => elsewhere)
    .map(({ message, now = "" }) => ({
      code: "other-server",
      severity: "error",
      message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
      place: places.destination(now),
      hint: "That host would get what only the former one got before, credentials too. If it is right, --allow-other-server accepts it.",
    }));
}
