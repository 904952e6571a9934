import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ReadSchema, SharedSchema } from "./shared-schema.js";

/** Finds the shared schemas and the errors that schemas reach. */
export class SchemaGraph {
  /** Schemas that have an error or reach one. */
  readonly #broken: ReadonlySet<SharedSchema>;
  /** Schemas that have an opening or reach one. */
  readonly #open: ReadonlySet<SharedSchema>;

  constructor(all: Iterable<SharedSchema>) {
    const schemas = [...all];
    this.#broken = reaching(schemas, ({ problems }) => problems.some(isError));
    this.#open = reaching(schemas, ({ openings }) => openings.length > 0);
  }

  /** Returns all errors in these schemas and in those they reach. */
  errors(schemas: readonly ReadSchema[]): readonly Diagnostic[] {
    const inPlace = schemas.flatMap(({ problems }) => problems.filter(isError));
    if (this.#broken.size === 0) return inPlace;
    const reached = closure(schemas, (next) => this.#broken.has(next));
    return inPlace.concat([...reached].flatMap(({ problems }) => problems.filter(isError)));
  }

  /** Returns the openings of these schemas and of those they reach. */
  openings(schemas: readonly ReadSchema[]): readonly Diagnostic[] {
    const inPlace = schemas.flatMap(({ openings }) => openings);
    if (this.#open.size === 0) return inPlace;
    const reached = closure(schemas, (next) => this.#open.has(next));
    return inPlace.concat([...reached].flatMap(({ openings }) => openings));
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

/** Returns the schemas that satisfy a test, and those that reach one by way of their uses. */
function reaching(
  all: readonly SharedSchema[],
  test: (shared: SharedSchema) => boolean,
): ReadonlySet<SharedSchema> {
  const pending = all.filter(test);
  const found = new Set(pending);
  if (found.size === 0) return found;
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
      if (found.has(user)) continue;
      found.add(user);
      pending.push(user);
    }
  }
  return found;
}
