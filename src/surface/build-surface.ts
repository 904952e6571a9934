import type {
  Exposure,
  Operation as OperationFacts,
  ToolAnnotations,
} from "../../runtime/upstream/operation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, Operation, Schema, Skipped } from "../operations/model.js";
import type { Decision, RoutedOperation } from "../routes/decision.js";
import { annotationsOf } from "./annotations.js";
import { listedOutput, readAnswer, type SuccessfulAnswer } from "./answer.js";
import { apiFacts, type ApiFacts } from "./api-facts.js";
import { apiName, classNameOf } from "./api-names.js";
import { flattenArguments, type Arguments } from "./arguments.js";
import { planBody, type BodyPlan } from "./body.js";
import { toolsListBytes, type ListedTool } from "./list-size.js";
import { essenceOf } from "./media-types.js";
import type { Surface, SurfaceOperation } from "./model.js";
import { Projection } from "./projection.js";
import { resourceAddress } from "./resource-address.js";
import { symbolsOf } from "./symbols.js";
import { operationDescription, shorten, titleOf } from "./text.js";
import { sharedOperationIds, toolNames } from "./tool-names.js";
import { TypeNames } from "./type-names.js";

export interface SurfaceOptions {
  /** What the user calls the server; default: from the document's title. */
  readonly name?: string;
  /** The document, as generated files and messages name it. */
  readonly sourceName: string;
  /** Longest description of a tool, in characters. */
  readonly descriptionLimit: number;
  /** Largest output schema to list, in bytes with all it refers to; 0 lists none. */
  readonly outputSchemaLimit: number;
}

/** An operation that is exposed, with what its neighbours have a say in. */
interface Included extends RoutedOperation {
  readonly body: BodyPlan;
  readonly name: string;
  readonly symbol: string;
  readonly inputTypeName: string;
}

interface Built extends ListedTool {
  readonly surface: SurfaceOperation;
  readonly diagnostics: readonly Diagnostic[];
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
): { surface: Surface; diagnostics: readonly Diagnostic[] } {
  const { sendable, skipped, diagnostics } = planBodies(model, routed);
  const name = apiName(model.title, options.name);
  const className = classNameOf(name);
  const sharedIds = sharedOperationIds(model.operations);
  const names = toolNames(sendable, sharedIds);
  const operations = sendable.map(({ operation }) => operation);
  const symbols = symbolsOf(operations, names, sharedIds);
  const types = new TypeNames(model.schemas, className, symbols);
  const inputs = new Projection("input", model.schemas, (source) => types.of(source, "input"));
  const outputs = new Projection("output", model.schemas, (source) => types.of(source, "output"));
  const facts = apiFacts(model, name, operations);
  const builder = new OperationBuilder(model, options, sharedIds, facts, inputs, outputs);
  const built = sendable.map((one, index) => {
    const symbol = symbols[index] ?? "";
    const included = { ...one, name: names[index] ?? "", symbol };
    return builder.build({ ...included, inputTypeName: types.takeInputType(symbol) });
  });

  const inputTable = inputs.table(reachedBy(built, "inputUses", inputs));
  const outputTable = outputs.table(reachedBy(built, "outputUses", outputs));
  const surface: Surface = {
    className,
    sourceName: options.sourceName,
    api: {
      ...facts.api,
      ...(Object.keys(inputTable).length > 0 ? { inputSchemas: inputTable } : {}),
      ...(Object.keys(outputTable).length > 0 ? { outputSchemas: outputTable } : {}),
    },
    operations: built.map((one) => one.surface),
    schemas: types.reached(
      built.flatMap((one) => one.surface.inputMembers.map((member) => member.schema)),
      built.flatMap((one) => schemaOf(one.surface)),
    ),
    excluded: routed
      .filter(({ decision }) => decision.expose === "exclude")
      .map(({ operation, decision: { because, place } }) => ({
        key: operation.key,
        because,
        ...(place ? { place } : {}),
      })),
    skipped,
    toolsListBytes: toolsListBytes(
      built.filter((one) => one.facts.expose.as === "tool"),
      inputs,
      outputs,
    ),
  };
  return {
    surface,
    diagnostics: [
      ...diagnostics,
      ...facts.diagnostics,
      ...built.flatMap((one) => one.diagnostics),
      ...builder.shortened(),
    ],
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
  for (const one of routed) {
    if (one.decision.expose === "exclude") continue;
    const { key, operationId, body: written } = one.operation;
    const body = planBody(written, model.schemas);
    if (!written || body.kind !== "unsendable") {
      sendable.push({ ...one, body });
      continue;
    }
    const types = written.contents.map(({ type }) => type).join(", ");
    const reason: Diagnostic = {
      code: "body-unsupported",
      severity: written.required ? "error" : "warning",
      message: written.required
        ? `${key} needs a body in a media type that can't be sent yet: ${types}.`
        : `The optional body of ${key} is left out, its media type can't be sent yet: ${types}.`,
      place: written.place,
    };
    diagnostics.push(reason);
    if (!written.required) sendable.push({ ...one, body: { kind: "none" } });
    else skipped.push({ key, ...(operationId === undefined ? {} : { operationId }), reason });
  }
  return { sendable, skipped, diagnostics };
}

class OperationBuilder {
  readonly #model: ApiModel;
  readonly #options: SurfaceOptions;
  readonly #sharedIds: ReadonlySet<string>;
  readonly #api: ApiFacts;
  readonly #inputs: Projection;
  readonly #outputs: Projection;
  readonly #security: string;
  readonly #shortened: Operation[] = [];
  /** Keys of operations by the URI of their resource, the names of its variables aside. */
  readonly #addresses = new Map<string, string>();

  constructor(
    model: ApiModel,
    options: SurfaceOptions,
    sharedIds: ReadonlySet<string>,
    api: ApiFacts,
    inputs: Projection,
    outputs: Projection,
  ) {
    this.#model = model;
    this.#options = options;
    this.#sharedIds = sharedIds;
    this.#api = api;
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#security = JSON.stringify(model.security);
  }

  build(included: Included): Built {
    const { operation, decision, symbol, inputTypeName, body } = included;
    const isResource = decision.expose !== "tool";
    const args = flattenArguments(operation, body, this.#inputs, isResource);
    const answer = readAnswer(operation);
    const listed = listedOutput(
      answer.value,
      this.#model.schemas,
      this.#outputs,
      this.#options.outputSchemaLimit,
    );
    const { exposure, diagnostics } = this.#expose(included, args, answer);
    const { operationId, security } = operation;
    const isOwnId = operationId !== undefined && !this.#sharedIds.has(operationId);
    const facts: OperationFacts = {
      id: isOwnId ? operationId : operation.key,
      description: this.#describe(operation, decision),
      request: {
        method: operation.method,
        path: operation.path,
        ...(operation.servers ? { servers: this.#api.serversOf(operation.servers) } : {}),
        ...(args.params ? { params: args.params } : {}),
        ...(args.body ? { body: args.body } : {}),
        ...(answer.accept === undefined ? {} : { accept: answer.accept }),
      },
      input: args.input,
      ...(listed ? { output: listed.output } : {}),
      ...(listed?.wrap ? { wrap: true } : {}),
      ...(JSON.stringify(security) === this.#security ? {} : { security }),
      ...(decision.timeoutMs === undefined ? {} : { timeoutMs: decision.timeoutMs }),
      ...(answer.example ? { example: answer.example } : {}),
      ...(answer.success ? { success: answer.success } : {}),
      expose: exposure,
    };
    return {
      surface: {
        source: operation,
        symbol,
        inputTypeName,
        inputMembers: args.members,
        output: answer.value,
        facts,
      },
      facts,
      inputUses: args.uses,
      outputUses: listed?.uses ?? new Set(),
      diagnostics,
    };
  }

  /** One fact about all descriptions that were cut: naming each would bury what matters. */
  shortened(): readonly Diagnostic[] {
    const [first] = this.#shortened;
    if (!first) return [];
    const count = this.#shortened.length;
    return [
      {
        code: "description-shortened",
        severity: "info",
        message: `${count === 1 ? "One description was" : `${count} descriptions were`} cut to ${this.#options.descriptionLimit} characters, first that of ${first.key}.`,
        place: first.place,
        hint: "--description-limit sets the length; a route map can give a better text.",
      },
    ];
  }

  #describe(operation: Operation, decision: Decision): string {
    // What the user wrote is as long as the user wants.
    if (decision.description !== undefined) return decision.description;
    const text = operationDescription(operation);
    const limit = this.#options.descriptionLimit;
    if (text.length > limit) this.#shortened.push(operation);
    return shorten(text, limit);
  }

  #expose(
    { operation, decision, name }: Included,
    args: Arguments,
    answer: SuccessfulAnswer,
  ): { readonly exposure: Exposure; readonly diagnostics: readonly Diagnostic[] } {
    const title = decision.title ?? titleOf(operation.summary, name);
    const tags = decision.tags && decision.tags.length > 0 ? { tags: decision.tags } : {};
    const annotations: ToolAnnotations = {
      ...annotationsOf(operation.method),
      ...decision.annotations,
    };
    const tool: Exposure = { as: "tool", name, title, annotations, ...tags };
    if (decision.expose === "tool") return { exposure: tool, diagnostics: [] };
    const refuse = (code: Diagnostic["code"], reason: string) => ({
      exposure: tool,
      diagnostics: [
        {
          code,
          severity: "error",
          message: `${operation.key} can't be a resource: ${reason}.`,
          place: decision.place ?? operation.place,
          hint: "Expose it as a tool.",
        } satisfies Diagnostic,
      ],
    });
    const address = resourceAddress(operation, args, decision, this.#api.api.name);
    if (address.as === "impossible") return refuse("expose-impossible", address.reason);
    const uri = address.as === "resource" ? address.uri : address.uriTemplate;
    const shape = uri.replace(/\{\?[^{}]*\}$/, "").replace(/\{[^{}]*\}/g, "{}");
    const other = this.#addresses.get(shape);
    if (other !== undefined) return refuse("name-taken", `${other} has the same URI \`${uri}\``);
    this.#addresses.set(shape, operation.key);
    const mimeType = answer.success?.type && essenceOf(answer.success.type);
    const exposure: Exposure = {
      ...address,
      name,
      title,
      ...(mimeType ? { mimeType } : {}),
      ...tags,
    };
    return { exposure, diagnostics: [] };
  }
}

function reachedBy(
  built: readonly Built[],
  which: "inputUses" | "outputUses",
  projection: Projection,
): ReadonlySet<string> {
  const uses = new Set<string>();
  for (const one of built) for (const name of one[which]) uses.add(name);
  return projection.reach(uses) ?? uses;
}

function schemaOf({ output }: SurfaceOperation): readonly Schema[] {
  return output.kind === "schema" ? [output.schema] : [];
}
