import type { Answer } from "../../upstream/response/answer.js";
import type { CallContext } from "./call-context.js";

/** The response of an API behind the value of a call, and the server that sent the request. */
interface CallAnswer {
  readonly server: object;
  readonly answer: Answer;
}

/** Member of a context: the last response that came with it. A weak map of all contexts would cost each call more. */
export const callAnswer: unique symbol = Symbol("callAnswer");

interface Keeping {
  [callAnswer]: CallAnswer | undefined;
}

/** Contexts that have no room for a response, such as those of middleware and of tests. */
const others = new WeakMap<CallContext, CallAnswer>();

/** Keeps the response behind the value that a method of a server is about to return. */
export function keepAnswer(ctx: CallContext, server: object, answer: Answer): void {
  const kept = { server, answer };
  if (Object.hasOwn(ctx, callAnswer)) (ctx as unknown as Keeping)[callAnswer] = kept;
  else others.set(ctx, kept);
}

/** Returns the last response that a server got with a context: it tells JSON text from a JSON string. */
export function keptAnswer(ctx: CallContext, server: object): Answer | undefined {
  const kept = Object.hasOwn(ctx, callAnswer)
    ? (ctx as unknown as Keeping)[callAnswer]
    : others.get(ctx);
  return kept?.server === server ? kept.answer : undefined;
}
