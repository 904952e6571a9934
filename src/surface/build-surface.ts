import { defined } from "../../runtime/protocol/defined.js";
import type { SchemaTable } from "../../runtime/contract/operation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, Schema, Skipped } from "../operations/model.js";
import type { RoutedOperation } from "../routes/decision.js";
import { OutputLister } from "./answer/answer.js";
import { LinkResolver } from "./answer/answer-links.js";
import { apiFacts } from "./api/api-facts.js";
import { apiName, classNameOf } from "./names/api-names.js";
import { planBody, type BodyPlan } from "./body/plan-body.js";
import { BodyChooser } from "./body/choose-body.js";
import { ClientFit } from "./listing/client-fit.js";
import type { ClientName } from "./listing/client-rules.js";
import type { Definitions } from "./schema/definitions.js";
import type { Direction } from "./schema/directions.js";
import { jsonBytes } from "./names/unsafe-keys.js";
import { ListSize, toolsListBytes, type Measure } from "./listing/list-size.js";
import type { Surface, SurfaceOperation } from "./model.js";
import { documentFacts } from "./answer/output-locations.js";
import { Projection } from "./schema/projection.js";
import { withFileSchema } from "./body/file-schema.js";
import { InputView, OutputView } from "./schema/schema-views.js";
import {
  OperationBuilder,
  type BuiltOperation,
  type Limits,
  type SurfaceContext,
} from "./build-operation.js";
import { symbolsOf } from "./names/symbols.js";
import { sharedOperationIds, toolNames } from "./names/tool-names.js";
import { TypeNames } from "./schema/type-names.js";

export interface SurfaceOptions {
  /** What the user calls the server; default: from the document's title. */
  readonly name?: string;
  /** The document, as generated files and messages name it. */
  readonly sourceName: string;
  /** Longest description of a tool, in characters. */
  readonly descriptionLimit: number;
  /** Bytes of shared schemas that the input schema of a tool may bring along; what is beyond becomes an outline. */
  readonly inputSchemaLimit: number;
  /** Largest output schema to list, in bytes with all it refers to; 0 lists none. */
  readonly outputSchemaLimit: number;
  /** The client that the list is for. */
  readonly client?: ClientName;
  /** Operations by key that no list will show, and their own limits. */
  readonly unlisted?: {
    readonly keys: ReadonlySet<string>;
    readonly descriptionLimit: number;
    readonly outputSchemaLimit: number;
  };
}

/** A surface, and what is to be said of it. */
export interface BuiltSurface {
  readonly surface: Surface;
  readonly diagnostics: readonly Diagnostic[];
  /** What each operation of the surface adds to the list it is on. */
  readonly sizes: (measure: Measure) => readonly number[];
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
  const { sendable, skipped, diagnostics } = planBodies(model, routed);
  const name = apiName(model.title, options.name);
  const className = classNameOf(name);
  const sharedIds = sharedOperationIds(model.operations);
  const client = options.client && new ClientFit(options.client, name);
  const names = client
    ? client.fitNames(toolNames(sendable, sharedIds), sendable, options.unlisted?.keys)
    : toolNames(sendable, sharedIds);
  const operations = sendable.map(({ operation }) => operation);
  const symbols = symbolsOf(operations, names, sharedIds);
  const types = new TypeNames(model.schemas, className, symbols);
  const schemas = withFileSchema(model.schemas);
  const projection = (direction: Direction): Projection =>
    new Projection(direction, schemas, (source) => types.of(source, direction));
  const inputs = new InputView(projection("input"), options.inputSchemaLimit);
  const outputs = new OutputView(projection("output"));
  const facts = apiFacts(model, name, operations);
  const builder = new OperationBuilder({
    model,
    api: facts,
    inputs,
    sharedIds,
    ...limits(model, outputs, client ? client.fitLimits(options) : options),
  });
  const built = sendable.map((one, index) => {
    const symbol = symbols[index] ?? "";
    const included = { ...one, name: names[index] ?? "", symbol };
    return builder.build({ ...included, inputTypeName: types.takeInputType(symbol) });
  });

  const links = new LinkResolver(
    model.operations,
    built.map(({ surface }) => surface),
  );
  const listSizeOf = (measure: Measure): ListSize =>
    new ListSize(inputs.definitions, outputs.definitions, measure, client?.listing);
  const inputTable = tableOf(inputs.definitions, built, "inputUses");
  const outputTable = tableOf(outputs.definitions, built, "outputUses");
  const reached = types.reached(
    built.flatMap((one) => one.surface.inputMembers.map((member) => member.schema)),
    built.flatMap((one) => schemaOf(one.surface)),
  );
  const document = documentFacts(
    model,
    reached.filter(({ name: schema }) => Object.hasOwn(outputTable, schema)),
  );
  const surface: Surface = {
    className,
    sourceName: options.sourceName,
    api: {
      ...facts.api,
      ...defined({
        document,
        listing: client?.listing && client.listing,
        inputSchemas: Object.keys(inputTable).length > 0 ? inputTable : undefined,
        outputSchemas: Object.keys(outputTable).length > 0 ? outputTable : undefined,
      }),
    },
    operations: built.map(({ surface }) => {
      const found = links.linksOf(surface.source);
      return found.length === 0
        ? surface
        : { ...surface, facts: { ...surface.facts, links: found } };
    }),
    schemas: reached,
    excluded: routed
      .filter(({ decision }) => decision.expose === "exclude")
      .map(({ operation, decision: { because, place } }) => ({
        key: operation.key,
        because,
        ...defined({ place }),
      })),
    skipped,
    toolsListBytes: toolsListBytes(
      built.filter((one) => one.facts.expose.as === "tool"),
      listSizeOf(jsonBytes),
    ),
  };
  return {
    surface,
    diagnostics: [
      ...diagnostics,
      ...facts.diagnostics,
      ...built.flatMap((one) => one.diagnostics),
      ...links.diagnostics,
      ...builder.unknownArguments(),
      ...builder.shortened(),
      ...outlined(inputs.cuts),
      ...(client ? client.report(built, inputs.definitions) : []),
    ],
    sizes: (measure) => {
      const listSize = listSizeOf(measure);
      return built.map((one) => listSize.sizeOf(one));
    },
  };
}

/** How long descriptions and output schemas may be: where they are listed, and where they are not. */
function limits(
  model: ApiModel,
  outputs: OutputView,
  { descriptionLimit, outputSchemaLimit, unlisted }: SurfaceOptions,
): Pick<SurfaceContext, "listed" | "unlisted"> {
  const limit = (descriptions: number, schemas: number): Limits => ({
    descriptionLimit: descriptions,
    outputs: new OutputLister(model.schemas, outputs, schemas),
  });
  return {
    listed: limit(descriptionLimit, outputSchemaLimit),
    ...defined({
      unlisted: unlisted && {
        keys: unlisted.keys,
        ...limit(unlisted.descriptionLimit, unlisted.outputSchemaLimit),
      },
    }),
  };
}

/** Sorts out the operations whose body can't be sent; an optional body is left out instead. */
function planBodies(
  model: ApiModel,
  routed: readonly RoutedOperation[],
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
    const { key, operationId } = one.operation;
    const written = chooser.choose(one);
    const body = planBody(written, model.schemas);
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
        : `The optional body of ${key} is left out, it can't be sent: ${what}.`,
      place: written.place,
    };
    diagnostics.push(reason);
    if (!written.required) sendable.push({ ...one, body: { kind: "none" } });
    else skipped.push({ key, ...defined({ operationId }), reason });
  }
  return { sendable, skipped, diagnostics: [...diagnostics, ...chooser.unknown()] };
}

/** Says that tools show less of their arguments than the document does. */
function outlined(cuts: number): readonly Diagnostic[] {
  if (cuts === 0) return [];
  return [
    {
      code: "schema-outlined",
      severity: "warning",
      message: `${cuts === 1 ? "One reference" : `${cuts} references`} within request bodies would make tools too large for a model; they are listed without their members, which only the API checks.`,
      hint: "--input-schema-limit sets how many bytes of shared schemas a tool may bring along.",
    },
  ];
}

/** The `$defs` that operations reach. */
function tableOf(
  definitions: Definitions,
  built: readonly BuiltOperation[],
  which: "inputUses" | "outputUses",
): SchemaTable {
  const uses = new Set(built.flatMap((one) => [...one[which]]));
  return definitions.table(definitions.reach(uses) ?? uses);
}

function schemaOf({ output }: SurfaceOperation): readonly Schema[] {
  return output.kind === "schema" ? [output.schema] : [];
}
