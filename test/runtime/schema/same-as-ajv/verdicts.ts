/** Compares the verdicts of the runtime's check and of ajv about arguments, good ones and others. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { compileChecker } from "../../../../runtime/schema/check/compile.js";
import { withDefinitions } from "../../../../runtime/schema/definitions.js";
import { isMultipleOf } from "../../../../runtime/schema/multiple-of.js";
import { wholeInput } from "../../../../runtime/contract/whole-inputs.js";
import { sampleArguments } from "../../../../src/samples/sample-arguments.js";
import type { Surface, SurfaceOperation } from "../../../../src/surface/model.js";
import { readSurfaceOf } from "../../../oracle/read-surface.js";

export interface Verdicts {
  readonly compared: number;
  readonly refused: number;
  /** What the two disagree about. */
  readonly differences: readonly string[];
}

/** Values that take the place of others. */
const others: readonly unknown[] = [null, "x", "", 7, -1.5, true, [], [1, 1], {}, { unknown: 1 }];
/** Most places of one sample whose value is replaced. */
const mostPlaces = 25;

/** @param file an OpenAPI document */
export async function compareVerdicts(file: string): Promise<Verdicts> {
  const { surface } = await readSurfaceOf(file);
  if (!surface) throw new Error(`${file} can't be read.`);
  let compared = 0;
  let refused = 0;
  const differences: string[] = [];
  for (const { facts } of surface.operations) {
    for (const [value, own, others] of verdictsOf(facts, surface.api)) {
      compared += 1;
      if (!own) refused += 1;
      if (own !== others) differences.push(`${facts.id}: ${JSON.stringify(value)}`);
    }
  }
  return { compared, refused, differences };
}

/** Yields arguments with the two verdicts about them. */
function* verdictsOf(
  facts: SurfaceOperation["facts"],
  api: Surface["api"],
): Generator<readonly [value: unknown, own: boolean, ajv: boolean]> {
  const { input, schemas } = wholeInput(facts, api.inputSchemas, api.wholeInputs?.());
  const schema = withDefinitions(input, schemas);
  const checker = compileChecker(schema);
  const check = ajvCheck(schema);
  for (const optional of ["none", "all"] as const) {
    const { args } = sampleArguments(facts, api, { seed: facts.id, optional });
    for (const value of args ? [args, ...variants(args)] : [{}]) {
      yield [value, checker.validate(value).length === 0, check(value)];
    }
  }
}

function ajvCheck(schema: Readonly<Record<string, unknown>>): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    unicodeRegExp: false,
  });
  // Ajv divides doubles, so 0.3 would not be a multiple of 0.1.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    compile: (step: number) => (value: number) => isMultipleOf(value, step),
  });
  return ajv.compile(schema);
}

/** Returns copies of a value, each with one part replaced, removed or added. */
function variants(value: object): unknown[] {
  const made: unknown[] = [];
  for (const path of pathsOf(value).slice(0, mostPlaces)) {
    for (const other of others) made.push(changed(value, path, () => other));
    made.push(changed(value, path, () => undefined));
    made.push(changed(value, path, (old) => ({ ...(old as object), unknown: 1 })));
    made.push(changed(value, path, (old) => [old, old]));
  }
  return made;
}

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function changed(
  value: object,
  path: readonly string[],
  change: (old: unknown) => unknown,
): unknown {
  const copy = structuredClone(value);
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const last = path.at(-1)!;
  const next = change(holder[last]);
  if (next !== undefined) holder[last] = next;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}
