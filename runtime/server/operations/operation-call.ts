import { defined } from "../../protocol/defined.js";
import type { JsonObject } from "../../protocol/json.js";
import { andThen, settled, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallToolResult } from "../../protocol/model.js";
import type { Api } from "../../contract/api.js";
import { wholeInput } from "../../contract/whole-inputs.js";
import { withDefinitions } from "../../schema/definitions.js";
import type { Violation } from "../../schema/violation.js";
import { AnswerTooLarge } from "../../upstream/response/answer-too-large.js";
import { UpstreamError } from "../../upstream/response/upstream-error.js";
import { fitsInline } from "../results/content.js";
import { ApiResultWriter } from "../results/api-result-writer.js";
import { argumentCheck, wrongArguments, type CheckArguments } from "../results/check-arguments.js";
import { cancellationOf } from "../types/call-cancellation.js";
import type { CallContext } from "../types/call-context.js";
import type { OperationHandler, OperationHost, ToolOperation } from "./operation-host.js";
import { operationValue, returnedValue } from "./operation-value.js";
import type { ToolArguments } from "../types/definitions.js";
import type { Value } from "../results/value.js";

export { operationValue };

/** Runs the calls of a tool: checks the arguments and writes the result. */
export class OperationCall {
  readonly #operation: ToolOperation;
  readonly #handler: OperationHandler;
  readonly #host: OperationHost;
  readonly #check: CheckArguments;
  readonly #writer: ApiResultWriter;

  constructor(
    operation: ToolOperation,
    handler: OperationHandler,
    host: OperationHost,
    outputSchema: (() => JsonObject) | undefined,
  ) {
    this.#operation = operation;
    this.#handler = handler;
    this.#host = host;
    this.#check = operationCheck(operation, host.api);
    const { wrapIn } = operation;
    const { drift } = host;
    this.#writer = new ApiResultWriter(
      defined({
        schema: outputSchema,
        wrapIn,
        violation: drift && ((violations: readonly Violation[]) => drift(operation, violations)),
      }),
    );
  }

  /**
   * @param isFinal whether nobody changes the result any more
   * @throws ToolError for a failure that the model should see
   */
  run(given: ToolArguments, ctx: CallContext, isFinal = false): MaybePromise<CallToolResult> {
    return andThen(this.#check(given, wrongArguments), (args) => {
      // The call may have been cancelled while something was loading; its `abort` event is over then.
      cancellationOf(ctx).throwIfAborted();
      return this.#operation.confirm
        ? this.#callConfirmed(args, ctx, isFinal)
        : this.#call(args, ctx, isFinal);
    });
  }

  async #callConfirmed(
    args: ToolArguments,
    ctx: CallContext,
    isFinal: boolean,
  ): Promise<CallToolResult> {
    const { confirmCall } = await import("./confirm-call.js");
    await confirmCall(this.#operation, args, ctx, this.#host);
    return this.#call(args, ctx, isFinal);
  }

  #call(args: ToolArguments, ctx: CallContext, isFinal: boolean): MaybePromise<CallToolResult> {
    const failed = (error: unknown): Promise<CallToolResult> => this.#failed(error, ctx);
    return settled(
      () => this.#handler(args, ctx),
      (returned) =>
        settled(
          () => returnedValue(this.#operation, returned, ctx, this.#host),
          (value) => this.#write(value, args, ctx, isFinal),
          failed,
        ),
      failed,
    );
  }

  #write(
    value: Value,
    args: ToolArguments,
    ctx: CallContext,
    isFinal: boolean,
  ): MaybePromise<CallToolResult> {
    const { api, maxInlineBytes } = this.#host;
    const { name } = this.#operation.expose;
    const written = this.#writer.write(value, () => callUri(api.name, name, args), isFinal);
    return andThen(written, (result) =>
      fitsInline(result.content, maxInlineBytes) ? result : this.#storeLarge(value, ctx),
    );
  }

  async #storeLarge(value: Value, ctx: CallContext): Promise<CallToolResult> {
    const { maxInlineBytes } = this.#host;
    const reason = `The response is larger than ${maxInlineBytes} bytes, the most that a result may hold.`;
    return this.#writer.unstructured(await this.#host.storeLarge(value, reason, ctx));
  }

  /** @throws the error itself, when its message is all there is to report */
  async #failed(error: unknown, ctx: CallContext): Promise<CallToolResult> {
    if (error instanceof UpstreamError) return this.#writer.failure(error);
    if (!(error instanceof AnswerTooLarge) || !error.answer) throw error;
    return this.#writer.unstructured(await this.#host.storeLarge(error.answer, error.message, ctx));
  }
}

/** Returns a URI that names the response of a call. The same call has the same URI. */
function callUri(api: string, tool: string, args: ToolArguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    const isShort = typeof value === "string" && value.length <= 200;
    if (isShort || typeof value === "number" || typeof value === "boolean") {
      query.append(name, String(value));
    }
  }
  return `${api}://${tool}${query.size > 0 ? `?${query.toString()}` : ""}`;
}

/** Makes the check of an operation's arguments. */
function operationCheck(operation: ToolOperation, api: Api): CheckArguments {
  const { request, preset } = operation;
  const checkBy = (schemaOf: () => Promise<JsonObject>): CheckArguments =>
    argumentCheck(schemaOf, undefined, async (args, validate) => {
      const { withSameText } = await import("./same-text.js");
      return withSameText(request, args, validate);
    });
  const schemaOf = (): Promise<JsonObject> => checkedInput(operation, api);
  const { body } = request;
  if (!body?.choice?.forms) return checkBy(schemaOf);
  let check: CheckArguments | undefined;
  return async (args, what) => {
    const { checkByForm } = await import("./body-forms.js");
    check ??= checkByForm({ body, preset, schemaOf, checkBy });
    return check(args, what);
  };
}

/** Returns the schema that arguments are checked by: the whole one, also where a shorter one is listed. */
async function checkedInput(operation: ToolOperation, api: Api): Promise<JsonObject> {
  const whole = operation.shortened ? await api.wholeInputs?.() : undefined;
  const { input, schemas } = wholeInput(operation, api.inputSchemas, whole);
  return withDefinitions(input, schemas);
}
