import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ReadSchema, SharedSchema } from "./shared-schema.js";

/** Finds the shared schemas and the errors that schemas reach. */
export class SchemaGraph {
  /** Schemas that have an error or reach one. */
  readonly #broken: ReadonlySet<SharedSchema>;

  constructor(all: Iterable<SharedSchema>) {
    this.#broken = brokenAmong([...all]);
  }

  /** Returns all errors in these schemas and in those they reach. */
  errors(schemas: readonly ReadSchema[]): readonly Diagnostic[] {
    const inPlace = schemas.flatMap(({ problems }) => problems.filter(isError));
    if (this.#broken.size === 0) return inPlace;
    const reached = closure(schemas, (next) => this.#broken.has(next));
    return inPlace.concat([...reached].flatMap(({ problems }) => problems.filter(isError)));
  }

  /** Returns the shared schemas that these reach, including usable discriminated subtypes. */
  reached(schemas: Iterable<ReadSchema>): ReadonlySet<SharedSchema> {
    return closure(
      schemas,
      () => true,
      (next) => !this.#broken.has(next),
    );
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function closure(
  schemas: Iterable<ReadSchema>,
  enters: (shared: SharedSchema) => boolean,
  entersSubtype: (shared: SharedSchema) => boolean = () => false,
): ReadonlySet<SharedSchema> {
  const reached = new Set<SharedSchema>();
  const pending: ReadSchema[] = [...schemas];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const subtypes = schema.subtypes?.filter(entersSubtype) ?? [];
    for (const next of [...schema.uses, ...subtypes]) {
      if (reached.has(next) || !enters(next)) continue;
      reached.add(next);
      pending.push(next);
    }
  }
  return reached;
}

function brokenAmong(all: readonly SharedSchema[]): ReadonlySet<SharedSchema> {
  const pending = all.filter(({ problems }) => problems.some(isError));
  const broken = new Set(pending);
  if (broken.size === 0) return broken;
  const users = new Map<SharedSchema, SharedSchema[]>();
  for (const shared of all) {
    for (const used of shared.uses) {
      const list = users.get(used);
      if (list === undefined) users.set(used, [shared]);
      else list.push(shared);
    }
  }
  for (let shared = pending.pop(); shared !== undefined; shared = pending.pop()) {
    for (const user of users.get(shared) ?? []) {
      if (broken.has(user)) continue;
      broken.add(user);
      pending.push(user);
    }
  }
  return broken;
}
