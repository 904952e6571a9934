import { defined } from "../../runtime/protocol/defined.js";
import type { Operation as OperationFacts } from "../../runtime/contract/operation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, Operation } from "../operations/model.js";
import type { Decision, RoutedOperation } from "../routes/decision.js";
import { readAnswer, type OutputLister, type SuccessfulAnswer } from "./answer/answer.js";
import type { ApiFacts } from "./api/api-facts.js";
import { ArgumentBuilder } from "./arguments/arguments.js";
import type { BodyPlan } from "./body/plan-body.js";
import { Exposer } from "./exposure.js";
import type { ListedTool } from "./listing/list-size.js";
import { essenceOf } from "./schema/media-types.js";
import type { SurfaceOperation } from "./model.js";
import { outputPlace } from "./answer/output-locations.js";
import { ownOutput } from "./answer/described-output.js";
import { Sampler } from "./answer/sample.js";
import type { InputView } from "./schema/schema-views.js";
import { ArgumentShaper } from "./arguments/shape-arguments.js";
import { shapingFacts } from "./shaping-facts.js";
import { operationDescription, shorten, titleOf } from "./names/descriptions.js";

/** An operation that is exposed, with the names it has among its neighbours. */
export interface IncludedOperation extends RoutedOperation {
  readonly body: BodyPlan;
  readonly name: string;
  readonly symbol: string;
  readonly inputTypeName: string;
}

export interface BuiltOperation extends ListedTool {
  readonly surface: SurfaceOperation;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the operations of an API share. */
export interface SurfaceContext {
  readonly model: ApiModel;
  readonly api: ApiFacts;
  readonly inputs: InputView;
  /** The operationIds that more than one operation has. */
  readonly sharedIds: ReadonlySet<string>;
  readonly listed: Limits;
  /** Of the operations with these keys instead. */
  readonly unlisted?: Limits & { readonly keys: ReadonlySet<string> };
}

/** How much is said of an operation. */
export interface Limits {
  /** Longest description, in characters. */
  readonly descriptionLimit: number;
  readonly outputs: OutputLister;
}

/** Builds the operations of a surface one by one, in order. */
export class OperationBuilder {
  readonly #context: SurfaceContext;
  readonly #arguments: ArgumentBuilder;
  readonly #shaper: ArgumentShaper;
  readonly #exposer: Exposer;
  readonly #sampler: Sampler;
  readonly #security: string;
  readonly #shortened: Operation[] = [];

  constructor(context: SurfaceContext) {
    this.#context = context;
    this.#arguments = new ArgumentBuilder(context.inputs);
    this.#shaper = new ArgumentShaper(context.inputs.definitions);
    this.#exposer = new Exposer(context.api.api.name);
    this.#sampler = new Sampler(context.model.schemas);
    this.#security = JSON.stringify(context.model.security);
  }

  build(included: IncludedOperation): BuiltOperation {
    const { operation, decision, name, symbol, inputTypeName, body } = included;
    const { api } = this.#context;
    const { outputs, descriptionLimit } = this.#limitsOf(operation);
    const { method, path, servers, security } = operation;
    const forTemplate = decision.expose !== "tool";
    const shaping = this.#shaper.shape(operation, decision.args, forTemplate);
    const args = shaping.apply(
      this.#arguments.build(operation, body, forTemplate, (slots, argumentNames) =>
        shaping.rename(slots, argumentNames),
      ),
    );
    const answer = readAnswer(operation, this.#context.model.schemas);
    const shaped = shapingFacts(decision, shaping, args.preset);
    const own = decision.outputSchema && ownOutput(decision.outputSchema);
    const isDescribed = !own && shaped.select === undefined;
    // What is selected has a shape that the document does not describe.
    const listed = isDescribed ? outputs.list(answer.value) : undefined;
    const output = own && "output" in own ? own : listed;
    const place = listed
      ? outputPlace(operation, answer, listed, this.#context.model.schemas)
      : output && "";
    const id = this.#ownId(operation);
    const { exposure, diagnostics } = this.#exposer.expose(
      included,
      { name, title: decision.title ?? titleOf(operation.summary, id ?? name) },
      args,
      answer.success?.type && essenceOf(answer.success.type),
    );
    const facts: OperationFacts = {
      id: id ?? operation.key,
      description: this.#describe(operation, decision, descriptionLimit),
      request: {
        method,
        path,
        ...defined({
          servers: servers && api.serversOf(servers),
          params: args.params,
          body: args.body,
          accept: answer.accept,
        }),
      },
      input: args.input,
      ...defined({
        output: output?.output,
        outputSource: place,
        stream: answer.stream ? answer.stream : undefined,
        wrapIn: output?.wrap ? "result" : undefined,
        security: JSON.stringify(security) === this.#security ? undefined : security,
      }),
      ...shaped,
      ...this.#example(answer, listed !== undefined),
      ...defined({ success: answer.success }),
      expose: exposure,
    };
    const inputMembers = args.members;
    return {
      surface: {
        source: operation,
        symbol,
        inputTypeName,
        inputMembers,
        output: answer.value,
        facts,
      },
      facts,
      inputUses: args.uses,
      outputUses: listed?.uses ?? new Set(),
      diagnostics: [...shaping.diagnostics, ...(own && "code" in own ? [own] : []), ...diagnostics],
    };
  }

  /** What the route map says of arguments that no operation has. */
  unknownArguments(): readonly Diagnostic[] {
    return this.#shaper.unknown();
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
        message: `${count === 1 ? "One description was" : `${count} descriptions were`} cut to ${this.#context.listed.descriptionLimit} characters, first that of ${first.key}.`,
        place: first.place,
        hint: "--description-limit sets the length; a route map can give a better text.",
      },
    ];
  }

  /** What `--mock` answers, where the listed schema can't tell. */
  #example(
    { example, value, success }: SuccessfulAnswer,
    isListed: boolean,
  ): Pick<OperationFacts, "example"> {
    if (example) return { example };
    if (isListed || value.kind !== "schema" || success?.type === undefined) return {};
    const sample = this.#sampler.sample(value.schema);
    return sample === undefined ? {} : { example: { type: success.type, value: sample } };
  }

  /** The operationId, unless others have the same. */
  #ownId({ operationId }: Operation): string | undefined {
    return operationId && !this.#context.sharedIds.has(operationId) ? operationId : undefined;
  }

  #limitsOf({ key }: Operation): Limits {
    const { listed, unlisted } = this.#context;
    return unlisted?.keys.has(key) ? unlisted : listed;
  }

  #describe(operation: Operation, decision: Decision, limit: number): string {
    // What the user wrote is as long as the user wants.
    if (decision.description !== undefined) return decision.description;
    const text = operationDescription(operation);
    if (text.length > limit) this.#shortened.push(operation);
    return shorten(text, limit);
  }
}
