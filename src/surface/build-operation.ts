import { defined } from "../../runtime/protocol/defined.js";
import type {
  Confirmation,
  ObjectSchema,
  Operation as OperationFacts,
} from "../../runtime/contract/operation.js";
import { escapeHidden, replaceHidden, stripHidden } from "../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, Operation } from "../operations/model.js";
import type { Decision, RoutedOperation } from "../routes/decision.js";
import { readAnswer, type OutputLister, type SuccessfulAnswer } from "./answer/answer.js";
import type { ApiFacts } from "./api/api-facts.js";
import type { ShapedArguments } from "./arguments/argument-draft.js";
import { ArgumentBuilder, type Arguments } from "./arguments/arguments.js";
import type { BodyPlan } from "./body/body-model.js";
import { Exposer } from "./exposure.js";
import type { ListedTool } from "./listing/list-size.js";
import { essenceOf } from "./schema/media-types.js";
import type { SurfaceOperation } from "./model.js";
import { outputSourceOf } from "./answer/output-locations.js";
import { describedOutput } from "./answer/described-output.js";
import { Sampler } from "./answer/sample.js";
import type { InputView } from "./schema/schema-views.js";
import { oauthScopes } from "./api/oauth-scopes.js";
import { ArgumentShaper, type ArgumentShaping } from "./arguments/shape-arguments.js";
import { operationDescription, shorten, titleOf } from "./names/descriptions.js";
import { begin } from "../diagnostics/work.js";

/** An exposed operation with its unique names. */
export interface IncludedOperation extends RoutedOperation {
  readonly body: BodyPlan;
  readonly name: string;
  readonly symbol: string;
  readonly inputTypeName: string;
}

export interface BuiltOperation extends ListedTool {
  readonly surface: SurfaceOperation;
  /** The whole schemas of arguments that are listed shorter. */
  readonly whole?: Arguments["whole"];
  readonly diagnostics: readonly Diagnostic[];
}

export interface SurfaceContext {
  readonly model: ApiModel;
  readonly api: ApiFacts;
  readonly inputs: InputView;
  /** The operationIds that more than one operation has. */
  readonly sharedIds: ReadonlySet<string>;
  /** Whether callers need the OAuth scopes that the document asks for. */
  readonly takesScopes: boolean;
  readonly listed: Limits;
  /** Limits of the operations with these keys instead. */
  readonly unlisted?: Limits & { readonly keys: ReadonlySet<string> };
}

export interface Limits {
  /** Maximum length of a description, in characters. */
  readonly descriptionLimit: number;
  readonly outputs: OutputLister;
}

type OutputFacts = Pick<OperationFacts, "output" | "outputSource" | "wrapIn">;

interface Output {
  readonly facts: OutputFacts;
  readonly uses: ReadonlySet<string>;
  /** Whether the output schema is the document's. */
  readonly isListed: boolean;
  readonly diagnostics: readonly Diagnostic[];
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
    this.#arguments = new ArgumentBuilder(context.inputs, context.model.schemas);
    this.#shaper = new ArgumentShaper(context.inputs.whole);
    this.#exposer = new Exposer(context.api.api.name);
    this.#sampler = new Sampler(context.model.schemas);
    this.#security = JSON.stringify(context.model.security);
  }

  build(included: IncludedOperation): BuiltOperation {
    const { operation, decision, symbol, inputTypeName, name } = included;
    begin(`describing ${operation.key}`, operation.place);
    const { shaping, args } = this.#argumentsOf(included);
    const answer = readAnswer(operation, this.#context.model.schemas);
    const output = this.#outputOf(operation, decision, answer);
    const id = this.#ownId(operation);
    const { exposure, diagnostics } = this.#exposer.expose(
      included,
      { name, title: stripHidden(decision.title ?? titleOf(operation.summary, id ?? name)) },
      args,
      answer.success?.type && essenceOf(answer.success.type),
    );
    const hasOwnSecurity = JSON.stringify(operation.security) !== this.#security;
    const factId = escapeHidden(id ?? operation.key);
    const facts: OperationFacts = defined({
      id: factId,
      method: symbol === factId ? undefined : symbol,
      description: this.#describe(operation, decision),
      request: this.#requestOf(operation, args, answer),
      input: args.input,
      shortened: args.whole && true,
      output: output.facts.output,
      outputSource: output.facts.outputSource,
      stream: answer.stream,
      wrapIn: output.facts.wrapIn,
      security: hasOwnSecurity ? operation.security : undefined,
      scopes: this.#scopesOf(included),
      ...shapingFacts(decision, shaping, args.preset),
      example: this.#exampleOf(answer, output.isListed),
      success: answer.success,
      expose: exposure,
    });
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
      outputUses: output.uses,
      ...defined({ whole: args.whole }),
      diagnostics: [...shaping.diagnostics, ...output.diagnostics, ...diagnostics],
    };
  }

  /** Reports parameters whose values can't be written in their media type. */
  unwrittenParameters(): readonly Diagnostic[] {
    return this.#arguments.diagnostics;
  }

  /** Reports what the route map says about arguments that no operation has. */
  unknownArguments(): readonly Diagnostic[] {
    return this.#shaper.unknown();
  }

  /** Reports all shortened descriptions at once: one diagnostic for each would bury the important ones. */
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

  /** The scopes of the route map or `x-mcp`, else those of the document if its scopes are to be used. */
  #scopesOf({ operation, decision }: IncludedOperation): readonly string[] | undefined {
    const { model, takesScopes } = this.#context;
    const scopes =
      decision.scopes ?? (takesScopes ? oauthScopes(operation, model.securitySchemes) : []);
    return scopes.length > 0 ? scopes : undefined;
  }

  #argumentsOf({ operation, decision, body }: IncludedOperation): {
    readonly shaping: ArgumentShaping;
    readonly args: ShapedArguments;
  } {
    const forTemplate = decision.expose !== "tool";
    const shaping = this.#shaper.shape(operation, decision.args, forTemplate);
    const args = this.#arguments.build(operation, body, forTemplate, (named) =>
      shaping.rename(named),
    );
    return { shaping, args: shaping.apply(args) };
  }

  #requestOf(
    { method, path, servers }: Operation,
    { params, body }: ShapedArguments,
    { accept }: SuccessfulAnswer,
  ): OperationFacts["request"] {
    const { serversOf } = this.#context.api;
    return defined({
      method,
      path: encodeHidden(path),
      servers: servers && serversOf(servers),
      params,
      body,
      accept,
    });
  }

  #outputOf(operation: Operation, decision: Decision, answer: SuccessfulAnswer): Output {
    const described = decision.outputSchema && describedOutput(decision.outputSchema);
    const diagnostics = described?.ok === false ? [described.diagnostic] : [];
    if (described?.ok) {
      const { output, wrap } = described;
      const facts = outputFacts(output, "composed", wrap);
      return { facts, uses: new Set(), isListed: false, diagnostics };
    }
    // The document does not describe the result of `select`.
    const listed =
      described || decision.select !== undefined
        ? undefined
        : this.#limitsOf(operation).outputs.list(answer.value);
    if (!listed) return { facts: {}, uses: new Set(), isListed: false, diagnostics };
    const { output, wrap, uses } = listed;
    const source = outputSourceOf(operation, answer, listed, this.#context.model.schemas);
    return { facts: outputFacts(output, source, wrap), uses, isListed: true, diagnostics };
  }

  /** The response that `--mock` gives, where the listed schema does not suffice. */
  #exampleOf(
    { example, value, success }: SuccessfulAnswer,
    isListed: boolean,
  ): OperationFacts["example"] {
    if (example) return example;
    if (isListed || value.kind !== "schema" || success?.type === undefined) return undefined;
    const sample = this.#sampler.sample(value.schema);
    return sample === undefined ? undefined : { type: success.type, value: sample };
  }

  /** The operationId, unless other operations have the same. */
  #ownId({ operationId }: Operation): string | undefined {
    return operationId && !this.#context.sharedIds.has(operationId) ? operationId : undefined;
  }

  #limitsOf({ key }: Operation): Limits {
    const { listed, unlisted } = this.#context;
    return unlisted?.keys.has(key) ? unlisted : listed;
  }

  #describe(operation: Operation, decision: Decision): string {
    // The limit does not apply to the user's own text.
    if (decision.description !== undefined) return stripHidden(decision.description);
    const { descriptionLimit } = this.#limitsOf(operation);
    const text = operationDescription(operation);
    if (text.length > descriptionLimit) this.#shortened.push(operation);
    return shorten(text, descriptionLimit);
  }
}

function outputFacts(
  output: ObjectSchema,
  outputSource: string | undefined,
  wrap = false,
): OutputFacts {
  return defined({ output, outputSource, wrapIn: wrap ? ("result" as const) : undefined });
}

type ShapingFacts = Pick<
  OperationFacts,
  "preset" | "timeoutMs" | "retries" | "cacheMs" | "paginate" | "confirm" | "select" | "limit"
>;

/** Returns the settings of calls and results from the route map and `x-mcp`, as facts. */
function shapingFacts(
  decision: Decision,
  shaping: ArgumentShaping,
  preset: ShapingFacts["preset"],
): ShapingFacts {
  const { timeoutMs, retries, cacheMs, select, limit } = decision;
  const confirm = decision.confirm && withVisibleMessage(decision.confirm);
  const paginate = paginationOf(decision, shaping);
  return defined({
    preset,
    timeoutMs,
    retries,
    cacheMs,
    paginate,
    confirm: confirm || undefined,
    select,
    limit,
  });
}

/** Percent-encodes what a URL can't show, outside the `{names}` of parameters. It is sent so anyway. */
function encodeHidden(path: string): string {
  return path.replace(/\{[^{}]*\}|[^{]+|\{/g, (part) =>
    part.startsWith("{")
      ? part
      : replaceHidden(part, (character) => encodeURIComponent(Buffer.from(character).toString())),
  );
}

function withVisibleMessage(confirm: Confirmation): Confirmation {
  const { message } = confirm;
  return message === undefined ? confirm : { ...confirm, message: stripHidden(message) };
}

/** Replaces the route map's name of the pagination argument by its final name, which the runtime uses. */
function paginationOf(
  { paginate }: Decision,
  shaping: ArgumentShaping,
): ShapingFacts["paginate"] | undefined {
  if (!paginate) return undefined;
  const { value } = paginate;
  if (value.by === "link") return value;
  const arg = shaping.nameOf(value.arg, paginate);
  return arg === undefined ? undefined : { ...value, arg };
}
