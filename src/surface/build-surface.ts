import type { DocumentReach } from "../../runtime/contract/addresses.js";
import { defined } from "../../runtime/protocol/defined.js";
import type { SchemaTable } from "../../runtime/contract/operation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, Schema, Skipped } from "../operations/model.js";
import type { RoutedOperation } from "../routes/decision.js";
import type { UnknownArguments } from "../routes/route-map.js";
import { OutputLister } from "./answer/answer.js";
import { LinkResolver } from "./answer/answer-links.js";
import { apiFacts } from "./api/api-facts.js";
import { apiName, classNameOf } from "./names/api-names.js";
import type { BodyPlan } from "./body/body-model.js";
import { planBody } from "./body/plan-body.js";
import { BodyChooser } from "./body/choose-body.js";
import { ClientFit } from "./listing/client-fit.js";
import type { ClientName } from "./listing/client-rules.js";
import type { Definitions } from "./schema/definitions.js";
import type { Direction } from "./schema/directions.js";
import { jsonBytes } from "./names/unsafe-keys.js";
import { ListSize, toolsListBytes, type Measure } from "./listing/list-size.js";
import type { Excluded, Surface, SurfaceOperation } from "./model.js";
import { documentFacts } from "./answer/output-locations.js";
import { OverlapReport } from "./schema/overlap-report.js";
import { Projection } from "./schema/projection.js";
import { withFileSchema } from "./body/file-schema.js";
import { InputView, OutputView } from "./schema/schema-views.js";
import { wholeInputs } from "./schema/whole-inputs.js";
import {
  OperationBuilder,
  type BuiltOperation,
  type Limits,
  type SurfaceContext,
} from "./build-operation.js";
import type { MappedVariable } from "./names/env-names.js";
import { keptNames, type KeepsName, type Rename } from "./names/renames.js";
import { nameSymbols } from "./names/symbols.js";
import { nameTools, sharedOperationIds } from "./names/tool-names.js";
import { TypeNames } from "./schema/type-names.js";

export interface SurfaceOptions {
  /** Name of the server; default: derived from the document's title. */
  readonly name?: string;
  /** Operations that keep a former name. */
  readonly renames?: readonly Rename[];
  /** Environment variables that the user names for values of the API. */
  readonly env?: readonly MappedVariable[];
  /** Name of the document in generated files and messages. */
  readonly sourceName: string;
  /** Maximum length of a tool's description, in characters. */
  readonly descriptionLimit: number;
  /** Maximum length of the server's instructions, in characters. Default: 500. */
  readonly instructionsLimit?: number;
  /** Maximum size of the `$defs` of a tool's input schema, in bytes; references beyond it become outlines. */
  readonly inputSchemaLimit: number;
  /** Maximum size of a listed output schema with its `$defs`, in bytes; 0 lists none. */
  readonly outputSchemaLimit: number;
  /** What to do with unknown arguments of operations for which the route map does not say it. */
  readonly unknownArguments: UnknownArguments;
  /** Which addresses the document may make the server call. */
  readonly reach?: DocumentReach;
  /** `document`: callers need the OAuth scopes that the document asks for. */
  readonly scopes?: "document";
  /** The client that the list is made for. */
  readonly client?: ClientName;
  /** Keys of operations that are not listed, and their own limits. */
  readonly unlisted?: {
    readonly keys: ReadonlySet<string>;
    readonly descriptionLimit: number;
    readonly outputSchemaLimit: number;
  };
}

export interface BuiltSurface {
  readonly surface: Surface;
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the size that an operation of the surface adds to its list. */
  readonly sizes: (measure: Measure) => (operation: SurfaceOperation) => number;
}

/**
 * Decides what clients see of an API, and states the facts that the runtime needs to serve it.
 *
 * @param routed Every operation of the model with its decision.
 * @returns The surface. Errors: an operation whose body can't be sent (skipped), or that can't be exposed as the user
 * asked (it becomes a tool). Warnings: a part that has to be left out.
 */
export function buildSurface(
  model: ApiModel,
  routed: readonly RoutedOperation[],
  options: SurfaceOptions,
): BuiltSurface {
  const bodies = planBodies(model, routed, options);
  const name = apiName(model.title, options.name);
  const className = classNameOf(name);
  const sharedIds = sharedOperationIds(model.operations);
  const { client, renaming, ...naming } = nameOperations(bodies.sendable, sharedIds, name, options);
  const named = nameSymbols(naming.named, sharedIds);
  const symbols = named.map(({ symbol }) => symbol);
  const types = new TypeNames(model.schemas, className, symbols);
  const { inputs, outputs } = schemaViews(model, types, options);
  const api = apiFacts(
    model,
    name,
    named.map(({ operation }) => operation),
    options,
  );
  const limits = limitsOf(model, outputs, client?.fitLimits(options) ?? options);
  const builder = new OperationBuilder({
    model,
    api,
    inputs,
    sharedIds,
    takesScopes: options.scopes === "document",
    ...limits,
  });
  const built = named.map((one) =>
    builder.build({ ...one, inputTypeName: types.takeInputType(one.symbol) }),
  );
  const links = new LinkResolver(
    model.operations,
    built.map(({ surface }) => surface),
  );
  const listSize = (measure: Measure): ListSize =>
    new ListSize(inputs.definitions, outputs.definitions, measure, client?.listing);
  const inputSchemas = tableOf(inputs.definitions, built, "inputUses");
  const whole = wholeInputs(
    built.flatMap(({ facts: { id, input }, whole }) => (whole ? [{ id, input, whole }] : [])),
    inputs,
    inputSchemas ?? {},
  );
  const outputSchemas = tableOf(outputs.definitions, built, "outputUses");
  const schemas = types.reached(
    built.flatMap((one) => one.surface.inputMembers.map((member) => member.schema)),
    built.flatMap((one) => schemaOf(one.surface)),
  );
  const document = documentFacts(
    model,
    schemas.filter((schema) => outputSchemas && Object.hasOwn(outputSchemas, schema.name)),
  );
  const overlaps = new OverlapReport(inputs.unions);
  for (const { operation } of named) overlaps.addOperation(operation);
  for (const schema of schemas) overlaps.addSchema(schema, model.schemas);
  const surface: Surface = {
    className,
    sourceName: options.sourceName,
    api: {
      ...api.api,
      ...defined({
        document,
        listing: client?.listing,
        inputSchemas,
        wholeInputs: whole && (() => whole),
        outputSchemas,
      }),
    },
    operations: built.map((one) => withLinks(one.surface, links)),
    schemas,
    excluded: excludedOf(routed),
    skipped: bodies.skipped,
    toolsListBytes: toolsListBytes(
      built.filter((one) => one.facts.expose.as === "tool"),
      listSize(jsonBytes),
    ),
  };
  return {
    surface,
    diagnostics: [
      ...bodies.diagnostics,
      ...api.diagnostics,
      ...renaming,
      ...built.flatMap((one) => one.diagnostics),
      ...links.diagnostics,
      ...builder.unwrittenParameters(),
      ...builder.unknownArguments(),
      ...builder.shortened(),
      ...outlined(inputs.cuts),
      ...overlaps.diagnostics,
      ...(client?.report(built, inputs.definitions) ?? []),
    ],
    sizes: (measure) => {
      const size = listSize(measure);
      const byKey = new Map(built.map((one) => [one.surface.source.key, one]));
      return ({ source }) => size.sizeOf(byKey.get(source.key)!);
    },
  };
}

/** Names the operations; some keep a former name in place of the one that they would get. */
function nameOperations<One extends RoutedOperation>(
  routed: readonly One[],
  sharedIds: ReadonlySet<string>,
  server: string,
  { client: clientName, unlisted, renames = [] }: SurfaceOptions,
): {
  readonly named: readonly (One & KeepsName & { readonly name: string })[];
  readonly client: ClientFit | undefined;
  readonly renaming: readonly Diagnostic[];
} {
  const name = <Kept extends One & KeepsName>(operations: readonly Kept[]) => {
    const client = clientName && new ClientFit(clientName, server);
    const tools = nameTools(operations, sharedIds);
    return { client, named: client?.fitNames(tools, unlisted?.keys) ?? tools };
  };
  const first = name(routed);
  const { kept, diagnostics: renaming } = keptNames(first.named, renames);
  if (kept.size === 0) return { ...first, renaming };
  const keeping = routed.map((one): One & KeepsName => {
    const keptName = kept.get(one.operation.key);
    return keptName === undefined ? one : { ...one, keptName };
  });
  return { ...name(keeping), renaming };
}

function schemaViews(
  model: ApiModel,
  types: TypeNames,
  { inputSchemaLimit }: SurfaceOptions,
): { readonly inputs: InputView; readonly outputs: OutputView } {
  const schemas = withFileSchema(model.schemas);
  const projection = (direction: Direction): Projection =>
    new Projection(direction, schemas, (source) => types.of(source, direction));
  return {
    inputs: new InputView(projection("input"), inputSchemaLimit),
    outputs: new OutputView(projection("output")),
  };
}

/** Returns the limits of descriptions and output schemas, for listed and for unlisted operations. */
function limitsOf(
  model: ApiModel,
  outputs: OutputView,
  { descriptionLimit, outputSchemaLimit, unlisted }: SurfaceOptions,
): Pick<SurfaceContext, "listed" | "unlisted"> {
  const limit = (descriptions: number, schemas: number): Limits => ({
    descriptionLimit: descriptions,
    outputs: new OutputLister(model.schemas, outputs, schemas),
  });
  const listed = limit(descriptionLimit, outputSchemaLimit);
  if (!unlisted) return { listed };
  const { keys } = unlisted;
  return {
    listed,
    unlisted: { keys, ...limit(unlisted.descriptionLimit, unlisted.outputSchemaLimit) },
  };
}

function withLinks(surface: SurfaceOperation, resolver: LinkResolver): SurfaceOperation {
  const links = resolver.linksOf(surface.source);
  return links.length === 0 ? surface : { ...surface, facts: { ...surface.facts, links } };
}

function excludedOf(routed: readonly RoutedOperation[]): readonly Excluded[] {
  return routed
    .filter(({ decision }) => decision.expose === "exclude")
    .map(({ operation: { key }, decision: { because, place } }) =>
      defined({ key, because, place }),
    );
}

/** Plans all bodies. An operation whose body can't be sent is skipped, but an optional body is left out instead. */
function planBodies(
  model: ApiModel,
  routed: readonly RoutedOperation[],
  { unknownArguments }: SurfaceOptions,
): {
  readonly sendable: readonly (RoutedOperation & { readonly body: BodyPlan })[];
  readonly skipped: readonly Skipped[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const sendable: (RoutedOperation & { readonly body: BodyPlan })[] = [];
  const skipped: Skipped[] = [];
  const diagnostics: Diagnostic[] = [];
  const chooser = new BodyChooser();
  for (const one of routed) {
    if (one.decision.expose === "exclude") continue;
    const { key, operationId, parameters } = one.operation;
    const written = chooser.choose(one);
    const { expose, unknownArguments: handling = unknownArguments } = one.decision;
    const body = planBody(written, model.schemas, {
      hasParameters: parameters.length > 0,
      // A URI template has no variables beside those that it names.
      takesUnknown: expose === "tool" && handling === "send",
      forbidsReadOnly: model.specVersion === "2.0",
    });
    if (!written || body.kind !== "unsendable") {
      sendable.push({ ...one, body });
      continue;
    }
    const types = written.contents.map(({ type }) => type).join(", ");
    const what = body.reason === undefined ? types : `${types}; ${body.reason}`;
    const reason: Diagnostic = {
      code: "body-unsupported",
      severity: written.required ? "error" : "warning",
      message: written.required
        ? `${key} needs a body that can't be sent: ${what}.`
        : `The optional body of ${key} is left out because it can't be sent: ${what}.`,
      place: written.place,
    };
    diagnostics.push(reason);
    if (!written.required) sendable.push({ ...one, body: { kind: "none" } });
    else skipped.push({ key, ...defined({ operationId }), reason });
  }
  return { sendable, skipped, diagnostics: [...diagnostics, ...chooser.unknown()] };
}

/** Reports that tools show less of their arguments than the document does. */
function outlined(cuts: number): readonly Diagnostic[] {
  if (cuts === 0) return [];
  return [
    {
      code: "schema-outlined",
      severity: "warning",
      message: `${cuts === 1 ? "One reference" : `${cuts} references`} within request bodies would make tools too large for a model; they are listed without their members. Calls are checked by the whole schemas.`,
      hint: "--input-schema-limit sets how many bytes of shared schemas a tool may bring along.",
    },
  ];
}

/** Returns the `$defs` that operations reach; undefined when there are none. */
function tableOf(
  definitions: Definitions,
  built: readonly BuiltOperation[],
  which: "inputUses" | "outputUses",
): SchemaTable | undefined {
  const uses = new Set(built.flatMap((one) => [...one[which]]));
  if (uses.size === 0) return undefined;
  return definitions.table(definitions.reach(uses) ?? uses);
}

function schemaOf({ output }: SurfaceOperation): readonly Schema[] {
  return output.kind === "schema" ? [output.schema] : [];
}
