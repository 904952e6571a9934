import { defined } from "../../../runtime/protocol/defined.js";
import type {
  Operation as OperationFacts,
  ParameterBinding,
} from "../../../runtime/contract/operation.js";
import type { LocatedDiagnostic, Place } from "../../diagnostics/diagnostic.js";
import { displayFile } from "../../diagnostics/display.js";
import type { Generation } from "../../read-surface.js";
import type { Operation, Schema } from "../../operations/model.js";
import { exposedName } from "../../surface/names/exposed-name.js";
import type { Measure } from "../../surface/listing/list-size.js";
import type { SurfaceOperation } from "../../surface/model.js";
import type { FoundOperation } from "./explain-find.js";
import { exampleCall, type ExampleCall } from "./explain-request.js";

export interface Explanation {
  readonly operation: string;
  readonly operationId?: string;
  /** `tool`, `searchable`, `resource`, `template`, `excluded` or `skipped`. */
  readonly kind: string;
  readonly name?: string;
  /** The rule that matched, or another reason for `kind`. */
  readonly because: string;
  /** Location of that rule: `routes.yaml#/routes/2`. */
  readonly decidedAt?: string;
  /** Why the operation is behind the search tools. */
  readonly listing?: string;
  readonly tokens?: number;
  readonly arguments: readonly ExplainedArgument[];
  /** Where arguments that are not listed are sent; absent when they are refused. */
  readonly furtherArguments?: string;
  /** Arguments that are sent unless the caller gives them. */
  readonly preset?: Readonly<Record<string, unknown>>;
  readonly example?: ExampleCall;
  readonly result?: string;
  /** Problems at this operation or at anything it refers to. */
  readonly problems: readonly LocatedDiagnostic[];
  /** What the document tries there. */
  readonly findings: readonly LocatedDiagnostic[];
}

export interface ExplainedArgument {
  readonly name: string;
  readonly required: boolean;
  /** Where in the request it is sent. */
  readonly place: string;
}

export async function explain(
  generation: Generation,
  found: FoundOperation,
  measure: Measure,
  cwd: string,
): Promise<Explanation> {
  const { surface, sizes, model } = generation;
  const { key, routed, offered, skipped } = found;
  const source = routed?.operation;
  const places = source ? placesOf(source, model?.schemas ?? new Map()) : [];
  const common = {
    operation: key,
    ...defined({ operationId: source?.operationId ?? skipped?.operationId }),
    problems: generation.diagnostics.filter((each) => isAbout(each, key, places, cwd)),
    findings: (generation.findings ?? []).filter((each) => isAbout(each, key, places, cwd)),
  };
  const decided = decidedAt(routed?.decision.place, cwd);
  if (!offered || !surface) {
    return { ...common, ...whyNotExposed(found), ...decided, arguments: [] };
  }
  const { facts } = offered;
  const { expose } = facts;
  return {
    ...common,
    kind: expose.as,
    name: exposedName(expose),
    because: routed?.decision.because ?? "defaults",
    ...decided,
    ...defined({ listing: expose.as === "searchable" ? surface.listing?.because : undefined }),
    tokens: sizes?.(measure)(offered) ?? 0,
    arguments: argumentsOf(offered),
    ...defined({ furtherArguments: placeOfFurther(facts), preset: facts.preset }),
    example: await exampleCall(facts, surface.api),
    result: resultOf(offered),
  };
}

function whyNotExposed({ routed, skipped }: FoundOperation): Pick<Explanation, "kind" | "because"> {
  if (skipped) {
    const { code, message } = skipped.reason;
    return { kind: "skipped", because: `${code}: ${message}` };
  }
  return { kind: "excluded", because: routed?.decision.because ?? "The document can't be used." };
}

function decidedAt(place: Place | undefined, cwd: string): { readonly decidedAt?: string } {
  if (!place) return {};
  return { decidedAt: `${displayFile(place.file, cwd)}#${place.pointer}` };
}

function argumentsOf({ facts, inputMembers }: SurfaceOperation): readonly ExplainedArgument[] {
  return inputMembers.map(({ name, required }) => ({
    name,
    required,
    place: placeOfArgument(facts, name),
  }));
}

function placeOfArgument({ request }: OperationFacts, argument: string): string {
  const parameter = request.params?.find((each) => (each.arg ?? each.name) === argument);
  if (parameter) return parameterPlace(parameter);
  const { body } = request;
  if (!body) return "not sent";
  if (body.arg === argument) return `the whole body, ${body.type}`;
  const field = body.fields?.find(
    (each) => (typeof each === "string" ? each : each[0]) === argument,
  );
  if (field === undefined) return "not sent by itself";
  return `body property \`${typeof field === "string" ? field : field[1]}\`, ${body.type}`;
}

function placeOfFurther({ request: { body } }: OperationFacts): string | undefined {
  return body?.restExcept && `body properties, ${body.type}`;
}

function parameterPlace(binding: ParameterBinding): string {
  const { in: location, name, content } = binding;
  const style = binding.style ?? (location === "path" || location === "header" ? "simple" : "form");
  const explode = binding.explode ?? (style === "form" || style === "cookie");
  const how = content ?? `${style}${explode ? ", exploded" : ""}`;
  return `${location} parameter \`${name}\` (${how}${binding.allowReserved ? ", reserved characters kept" : ""})`;
}

function resultOf({ facts, output }: SurfaceOperation): string {
  const { success, stream, wrapIn } = facts;
  const status = success ? `${success.status}${success.type ? ` ${success.type}` : ""}: ` : "";
  if (stream) return `${status}each item as progress, then the list of all items`;
  switch (output.kind) {
    case "schema":
      if (!facts.output) return `${status}JSON as text; its schema is not listed`;
      return `${status}structured content that fits the listed output schema${wrapIn ? `, as its member \`${wrapIn}\`` : ""}, and JSON as text`;
    case "text":
      return `${status}text`;
    case "media":
      return `${status}image or audio content, else an embedded resource`;
    case "void":
      return `${status}nothing`;
    case "unknown":
      return `${status}depends on the media type of the response`;
  }
}

/** Returns the places in the document of an operation and of everything it refers to. */
function placesOf(
  operation: Operation,
  schemas: NonNullable<Generation["model"]>["schemas"],
): readonly Place[] {
  const { parameters, body, responses } = operation;
  const contents = [...(body?.contents ?? []), ...responses.flatMap((each) => each.contents)];
  const reached = new Set(
    [
      ...parameters.map(({ schema }) => schema),
      ...contents.flatMap(({ schema, itemSchema }) => [schema ?? true, itemSchema ?? true]),
    ].flatMap(refsIn),
  );
  // A Set also iterates over members that are added during the loop.
  for (const name of reached) for (const used of schemas.get(name)?.uses ?? []) reached.add(used);
  return [
    operation.place,
    ...parameters.map(({ place }) => place),
    ...(body ? [body.place] : []),
    ...responses.map(({ place }) => place),
    ...contents.map(({ place }) => place),
    ...[...reached].flatMap((name) => schemas.get(name)?.place ?? []),
  ];
}

function refsIn(schema: Schema): readonly string[] {
  const refs = JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g);
  return Array.from(refs, ([, name]) => name ?? "");
}

function isAbout(
  { at, message }: LocatedDiagnostic,
  key: string,
  places: readonly Place[],
  cwd: string,
): boolean {
  if (message.includes(`${key} `) || message.includes(`${key}:`)) return true;
  if (!at) return false;
  return places.some(
    ({ file, pointer }) =>
      displayFile(file, cwd) === at.file &&
      (at.pointer === pointer || at.pointer.startsWith(`${pointer}/`)),
  );
}
