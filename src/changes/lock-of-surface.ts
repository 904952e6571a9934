import { defined } from "../../runtime/protocol/defined.js";
import type { BodyBinding, JsonSchema, Operation } from "../../runtime/contract/operation.js";
import { searchFacts, searchListing } from "../../runtime/contract/search-listing.js";
import { inputOf } from "../../runtime/contract/whole-inputs.js";
import { exposedName } from "../surface/names/exposed-name.js";
import { titleOf } from "../surface/names/descriptions.js";
import type { Surface, SurfaceOperation } from "../surface/model.js";
import { destinationsOf } from "./destinations.js";
import { fingerprint, fingerprintOf, SchemaPrints, SchemaTexts } from "./fingerprints.js";
import type { Lock, LockedArgument, LockedServer, LockEntry } from "./lock.js";

/** Returns what clients rely on of a surface. It does not depend on the order of operations, arguments or members. */
export function lockOfSurface(surface: Surface): Lock {
  const { api, operations } = surface;
  const whole = api.wholeInputs?.();
  const { inputSchemas = {}, outputSchemas = {} } = api;
  const texts = new SchemaTexts();
  const prints: Prints = {
    listed: new SchemaPrints(inputSchemas, texts),
    accepted: new SchemaPrints({ ...inputSchemas, ...whole?.schemas }, texts),
    outputs: new SchemaPrints(outputSchemas, texts),
  };
  const entries = operations.map((operation): [string, LockEntry] => {
    const input = inputOf(operation.facts, whole);
    return [operation.source.key, entryOf(operation, input, prints, api.listing)];
  });
  return {
    server: serverOf(surface),
    destinations: destinationsOf(api),
    operations: new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

interface Prints {
  /** Of the input schemas as they are listed. */
  readonly listed: SchemaPrints;
  /** Of the input schemas that calls are checked by. */
  readonly accepted: SchemaPrints;
  readonly outputs: SchemaPrints;
}

function serverOf({ api, className, sourceName, operations }: Surface): LockedServer {
  const { name, title, instructions = "" } = api;
  const searchable = operations
    .map(({ facts }) => facts)
    .filter(({ expose }) => expose.as === "searchable");
  return defined({
    name,
    title,
    document: sourceName,
    className,
    texts: fingerprintOf([title, instructions]),
    search:
      searchable.length > 0
        ? fingerprintOf(searchListing(searchFacts(title, searchable)))
        : undefined,
  });
}

function entryOf(
  { facts, symbol, source }: SurfaceOperation,
  input: JsonSchema,
  { listed, accepted, outputs }: Prints,
  listing: unknown,
): LockEntry {
  const { as: kind } = facts.expose;
  const properties = (input["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(input["required"] as readonly string[] | undefined);
  const places = placesOf(facts);
  const args = Object.entries(properties).map(([name, schema]): [string, LockedArgument] => [
    name,
    {
      required: required.has(name),
      place: places.get(name) ?? "body",
      schema: accepted.argument(schema),
    },
  ]);
  const within = [listed.texts(facts.input), facts.output ? outputs.texts(facts.output) : ""];
  const texts = {
    own: fingerprintOf([shownBeside(facts.expose), facts.description ?? "", listing ?? null]),
    schemas: within.every((one) => one === "") ? "" : fingerprint(within.join("\n")),
  };
  return defined({
    kind,
    name: exposedName(facts.expose),
    method: symbol,
    id: source.operationId,
    arguments: new Map(args.sort(([a], [b]) => (a < b ? -1 : 1))),
    confirm: facts.confirm ? (true as const) : undefined,
    scopes: facts.scopes && [...facts.scopes].sort(),
    texts,
    input: accepted.structure(input),
    output: facts.output && outputs.structure(facts.output),
  });
}

/** Returns what models read of an operation beside its description and the name by which it is reached. */
function shownBeside(expose: Operation["expose"]): object {
  const { as: kind, name, ...shown } = expose;
  if (kind === "resource" || kind === "template") {
    return { ...shown, name, uri: undefined, uriTemplate: undefined };
  }
  // A title that only repeats the name changes with it.
  return shown.title === titleOf(undefined, name) ? { ...shown, title: undefined } : shown;
}

/** Returns where each argument of an operation is sent. */
function placesOf({ request: { params = [], body } }: Operation): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { in: location, name, arg = name } of params) places.set(arg, `${location}:${name}`);
  for (const one of body ? [body, ...(body.choice?.others ?? [])] : []) addPlaces(places, one);
  if (body?.choice) places.set(body.choice.arg, "header:Content-Type");
  return places;
}

function addPlaces(places: Map<string, string>, { fields = [], arg, encoding }: BodyBinding): void {
  for (const field of fields) {
    const [name, property] = typeof field === "string" ? [field, field] : field;
    places.set(name, `body:${property}`);
  }
  if (arg !== undefined) places.set(arg, "body");
  for (const [property, { headers = [] }] of Object.entries(encoding ?? {})) {
    for (const header of headers) {
      if (header.arg !== undefined) places.set(header.arg, `part:${property}:${header.name}`);
    }
  }
}
