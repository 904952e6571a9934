import { defined } from "../../protocol/defined.js";
import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { Operation } from "../../contract/operation.js";
import type { CallContext } from "../types/call-context.js";
import type { OperationHandler, OperationHost } from "./operation-host.js";
import { listedName } from "../registry/mounted-call.js";
import type { ToolArguments } from "../types/definitions.js";
import { resultChecks } from "../results/lazy-result-checks.js";
import { classifyValue, type Value } from "../results/value.js";

/** Calls an operation's method and applies `select` and `limit` to its value. */
export function operationValue(
  operation: Operation,
  handler: OperationHandler,
  args: ToolArguments,
  ctx: CallContext,
  host: OperationHost,
): MaybePromise<Value> {
  return andThen(handler(args, ctx), (returned) => returnedValue(operation, returned, ctx, host));
}

/** Classifies what an operation's method resolved to, and applies `select` and `limit`. */
export function returnedValue(
  operation: Operation,
  returned: unknown,
  ctx: CallContext,
  host: OperationHost,
): MaybePromise<Value> {
  const answer = host.answerOf(ctx);
  const value = classifyValue(returned, answer);
  const isOwn = value.kind === "json" && value !== answer;
  return andThen(isOwn ? ownValue(returned, ctx) : value, (read) => {
    const named = read.links ? withListedNames(read, ctx) : read;
    if (operation.select === undefined && operation.limit === undefined) return named;
    return import("./shape-value.js").then(({ shapeValue }) => shapeValue(operation, named));
  });
}

/** Names the tools that links lead to as the client knows them. */
function withListedNames(value: Value, ctx: CallContext): Value {
  const links = value.links?.map((link) =>
    link.tool === undefined ? link : { ...link, tool: listedName(link.tool, ctx) },
  );
  return { ...value, ...defined({ links }) };
}

/** Reads what an overridden method returned, which may be anything. @throws UnsendableValue */
function ownValue(returned: unknown, ctx: CallContext): Promise<Value> {
  return resultChecks.use(async ({ requireJson, settleValue }) => {
    const value = classifyValue(await settleValue(returned, ctx), undefined);
    if (value.kind === "json") requireJson(value.value);
    return value;
  });
}
