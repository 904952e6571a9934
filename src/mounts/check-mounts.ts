import { searchToolNames } from "../../runtime/contract/search-tool-names.js";
import type { Diagnostic, LocatedDiagnostic, Place } from "../diagnostics/diagnostic.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { SurfaceOperation } from "../surface/model.js";

/** Finds the lines of problems in one file or document. */
type Locate = (diagnostics: readonly Diagnostic[]) => readonly LocatedDiagnostic[];

/** The server of a document that another server mounts. */
export interface MountedDocument {
  /** Its name in the configuration. */
  readonly name: string;
  /** Goes before the names of its tools. */
  readonly prefix: string;
  /** Of the server in the configuration. */
  readonly place: Place;
  readonly operations: readonly SurfaceOperation[];
  /** Locates problems in the document. */
  readonly locate?: Locate | undefined;
}

/** Longest name of a tool. @see MCP 2025-11-25, Tools, Tool Names */
const maxName = 128;
/** Longest name that Claude and OpenAI accept. */
const usualName = 64;

/** A name as clients of the whole server see it. */
interface Offered {
  readonly of: MountedDocument;
  readonly name: string;
  readonly isTool: boolean;
  readonly operation: SurfaceOperation;
}

/**
 * Finds names that two documents of a server would have, and names that are too long with their prefixes.
 *
 * @param inConfig locates problems in the configuration, which has the prefixes
 */
export function checkMounts(
  documents: readonly MountedDocument[],
  inConfig: Locate,
): readonly LocatedDiagnostic[] {
  const owners = new Map<string, Offered>();
  const taken: LocatedDiagnostic[] = [];
  for (const offered of documents.flatMap(offeredBy)) {
    const key = `${offered.isTool} ${offered.name}`;
    const owner = owners.get(key);
    if (!owner) owners.set(key, offered);
    else if (owner.of !== offered.of)
      taken.push(...(offered.of.locate?.([nameTaken(offered, owner)]) ?? []));
  }
  return [...taken, ...documents.flatMap((each) => inConfig(longNames(each)))];
}

function offeredBy(of: MountedDocument): readonly Offered[] {
  const searchable = of.operations.find(({ facts }) => facts.expose.as === "searchable");
  const listed = of.operations.filter(({ facts }) => facts.expose.as !== "searchable");
  const search = searchable === undefined ? [] : Object.values(searchToolNames);
  return [
    ...search.map((name) => ({
      of,
      name: of.prefix + name,
      isTool: true,
      operation: searchable as SurfaceOperation,
    })),
    ...listed.map((operation) => {
      const isTool = operation.facts.expose.as === "tool";
      const name = exposedName(operation.facts.expose);
      return { of, name: isTool ? of.prefix + name : name, isTool, operation };
    }),
  ];
}

function nameTaken({ of, name, isTool, operation }: Offered, owner: Offered): Diagnostic {
  const { source } = operation;
  const kind = isTool ? "tool" : "resource";
  const hint = isTool
    ? `Give \`${of.name}\` or \`${owner.of.name}\` a \`prefix\`, or one of the tools another name with \`name\` in the route map.`
    : `Give one of them another address with \`uri\` in the route map.`;
  return {
    code: "name-taken",
    severity: "error",
    message: `The ${kind} \`${name}\` of \`${of.name}\` (${source.key}) would have the name of one of \`${owner.of.name}\` (${owner.operation.source.key}).`,
    place: source.place,
    hint,
  };
}

function longNames(of: MountedDocument): readonly Diagnostic[] {
  if (of.prefix === "") return [];
  const names = offeredBy(of).flatMap(({ name, isTool }) => (isTool ? [name] : []));
  const tooLong = names.filter((name) => name.length > maxName);
  const [longest] = tooLong.length > 0 ? tooLong : names.filter(({ length }) => length > usualName);
  if (longest === undefined) return [];
  const isError = tooLong.length > 0;
  const limit = isError
    ? `tool names have at most ${maxName}`
    : `many clients accept at most ${usualName}`;
  return [
    {
      code: isError ? "config-invalid" : "client-limited",
      severity: isError ? "error" : "warning",
      message: `With the prefix of \`${of.name}\`, the name \`${longest}\` has ${longest.length} characters; ${limit}.`,
      place: { ...of.place, pointer: `${of.place.pointer}/prefix` },
      hint: "Give a shorter prefix, or shorter names with `name` in the route map.",
    },
  ];
}
