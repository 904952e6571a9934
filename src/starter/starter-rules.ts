import type { ApiModel, Operation } from "../operations/model.js";
import { nameGlob, pathGlob } from "../routes/glob.js";
import {
  internalExtensions,
  internalFolder,
  isInternalWord,
  soundsDangerous,
  type Suspicion,
} from "./suspicion.js";

/** A rule of a starter that leaves operations out, in the form of the route map. */
export interface StarterRule {
  readonly why: Suspicion;
  /** One or two sentences, without a document's text. */
  readonly reason: string;
  readonly match: Readonly<Record<string, unknown>>;
  /** The operations that no earlier rule takes. */
  readonly operations: readonly Operation[];
}

/** A rule before it is known what it takes. */
interface Candidate extends Omit<StarterRule, "operations" | "reason"> {
  readonly reason: (count: string) => string;
  readonly takes: (operation: Operation) => boolean;
}

/** Proposes rules that leave out what looks deprecated, internal or dangerous. Each takes some operation. */
export function starterRules({ operations }: ApiModel): readonly StarterRule[] {
  let left: readonly Operation[] = operations;
  const rules: StarterRule[] = [];
  for (const { why, reason, match, takes } of candidates(operations)) {
    const taken = left.filter(takes);
    if (taken.length === 0) continue;
    left = left.filter((operation) => !taken.includes(operation));
    rules.push({ why, reason: reason(counted(taken.length)), match, operations: taken });
  }
  return rules;
}

function candidates(operations: readonly Operation[]): readonly Candidate[] {
  return [
    {
      why: "deprecated",
      reason: (count) => `Deprecated: the document advises against ${count}.`,
      match: { deprecated: true },
      takes: ({ deprecated }) => deprecated,
    },
    ...internalExtensions.map(byExtension),
    ...unique(operations.flatMap(({ tags }) => tags.filter(isInternalWord))).map(byTag),
    ...unique(operations.flatMap(({ path }) => internalFolder(path) ?? [])).map(byFolder),
    {
      why: "dangerous",
      reason: (count) =>
        `Dangerous: a model that calls ${count} by mistake deletes something. To let users confirm each call instead, write \`confirm: true\` in place of \`expose\`.`,
      match: { method: "DELETE" },
      takes: ({ method }) => method === "DELETE",
    },
    ...operations.filter(soundsDangerous).map(byItself),
  ];
}

function byExtension(extension: string): Candidate {
  return {
    why: "internal",
    reason: (count) => `Internal: the document marks ${count} with this extension.`,
    match: { extension: { [extension]: true } },
    takes: ({ extensions }) =>
      Object.hasOwn(extensions, extension) && extensions[extension] === true,
  };
}

function byTag(tag: string): Candidate {
  return {
    why: "internal",
    reason: (count) => `Internal: the tag of ${count} says so.`,
    match: { tag },
    takes: ({ tags }) => tags.includes(tag),
  };
}

function byFolder(folder: string): Candidate {
  const glob = `${folder}/**`;
  const regex = pathGlob(glob);
  return {
    why: "internal",
    reason: (count) => `Internal: the path of ${count} says so.`,
    match: { path: glob },
    takes: ({ path }) => regex.test(path),
  };
}

function byItself(operation: Operation): Candidate {
  const { operationId, path, method } = operation;
  return {
    why: "dangerous",
    reason: () =>
      "Dangerous: by its name, this operation destroys or takes over something, or can't be undone.",
    match: operationId === undefined ? { path, method } : { operationId },
    takes: (other) =>
      operationId === undefined
        ? other.method === method && pathGlob(path).test(other.path)
        : other.operationId !== undefined && nameGlob(operationId).test(other.operationId),
  };
}

function counted(count: number): string {
  return count === 1 ? "one operation" : `these ${count} operations`;
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
