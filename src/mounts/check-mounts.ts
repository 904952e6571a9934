import { searchToolNames } from "../../runtime/contract/search-tool-names.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { SurfaceOperation } from "../surface/model.js";

/** The server of a document that another server mounts. */
export interface MountedDocument {
  /** Its name in the configuration. */
  readonly name: string;
  /** Goes before the names of its tools. */
  readonly prefix: string;
  /** Of the server in the configuration. */
  readonly place: Place;
  readonly operations: readonly SurfaceOperation[];
}

/** A problem of a mounted server. Its place is in the document, or in the configuration if `isOfConfig`. */
export interface MountProblem<Of> {
  readonly of: Of;
  readonly diagnostic: Diagnostic;
  readonly isOfConfig: boolean;
}

/** Longest name of a tool. @see MCP 2025-11-25, Tools, Tool Names */
const maxName = 128;
/** Longest name that Claude and OpenAI accept. */
const usualName = 64;

/** A name as clients of the whole server see it. */
interface Offered<Of> {
  readonly of: Of;
  readonly name: string;
  readonly isTool: boolean;
  readonly operation: SurfaceOperation;
}

/** Finds names that two documents of a server would have, and names that are too long with their prefixes. */
export function checkMounts<Of extends MountedDocument>(
  documents: readonly Of[],
): readonly MountProblem<Of>[] {
  const owners = new Map<string, Offered<Of>>();
  const taken: MountProblem<Of>[] = [];
  for (const offered of documents.flatMap(offeredBy)) {
    const key = `${offered.isTool} ${offered.name}`;
    const owner = owners.get(key);
    if (!owner) owners.set(key, offered);
    else if (owner.of !== offered.of)
      taken.push({ of: offered.of, diagnostic: nameTaken(offered, owner), isOfConfig: false });
  }
  return [...taken, ...documents.flatMap(longNames)];
}

function offeredBy<Of extends MountedDocument>(of: Of): readonly Offered<Of>[] {
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

function nameTaken<Of extends MountedDocument>(
  { of, name, isTool, operation }: Offered<Of>,
  owner: Offered<Of>,
): Diagnostic {
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

function longNames<Of extends MountedDocument>(of: Of): readonly MountProblem<Of>[] {
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
      of,
      isOfConfig: true,
      diagnostic: {
        code: isError ? "config-invalid" : "client-limited",
        severity: isError ? "error" : "warning",
        message: `With the prefix of \`${of.name}\`, the name \`${longest}\` has ${longest.length} characters; ${limit}.`,
        place: { ...of.place, pointer: `${of.place.pointer}/prefix` },
        hint: "Give a shorter prefix, or shorter names with `name` in the route map.",
      },
    },
  ];
}
