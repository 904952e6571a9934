import {
  McpAnswerError,
  McpAuthorizationError,
  McpCallError,
  McpTimeoutError,
} from "../../client/errors.js";
import type { McpClient, RequestOptions } from "../../client/client.js";
import { ConnectedClient } from "../../client/features/connected-client.js";
import type { ExchangeOptions } from "../../client/exchange/open-request.js";
import { MalformedMessage } from "../../protocol/codec/shape.js";
import { defined } from "../../protocol/defined.js";
import { metaKeys, tasksExtension } from "../../protocol/envelope.js";
import { markHolder } from "../../protocol/exact-integers.js";
import { hasDigits } from "../../protocol/exact-json.js";
import { member, type JsonObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { CallContext } from "../../server/types/call-context.js";
import { cancellationOf } from "../../server/types/call-cancellation.js";
import { callRequest } from "../../server/types/call-request.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { signalOf } from "../../protocol/cancellable.js";
import type { Session } from "../../session/session.js";

/** Returns the session of the client that makes a call; undefined since 2026-07-28. */
export function sessionOf(ctx: CallContext): Session | undefined {
  return requestOf(ctx)?.session;
}

/** Returns what a client gives in a further round of a call. The remote server checks it, and this one its own state. */
function answersOf(ctx: CallContext): JsonObject | undefined {
  // Of a request since 2026-07-28 as they came; before, this server has asked.
  const given = member(requestOf(ctx)?.params ?? {}, "inputResponses") ?? ctx.inputResponses;
  const { requestState } = ctx;
  if (given === undefined && requestState === undefined) return undefined;
  return {
    ...defined({ inputResponses: given }),
    ...(typeof requestState === "string" && { requestState }),
  };
}

/** Returns the params of a call, with what its client gives in a further round. */
export function paramsOfRound(params: JsonObject, ctx: CallContext): JsonObject {
  const answers = answersOf(ctx);
  return answers ? paramsWith({ ...params, ...answers }) : params;
}

function requestOf(ctx: CallContext): IncomingRequest | undefined {
  return (ctx as { readonly [callRequest]?: IncomingRequest })[callRequest];
}

/** Returns params with members that may hold large integers. */
export function paramsWith(params: JsonObject): JsonObject {
  for (const name in params) {
    if (!hasDigits(params[name])) continue;
    markHolder(params);
    break;
  }
  return params;
}

const ownMeta = /^(?:progressToken$|io\.modelcontextprotocol\/(?!related-task))/;

/** Returns how a call is forwarded: with its cancellation, progress and metadata, and what its client can do. */
export function forwardOptions(
  client: McpClient,
  ctx: CallContext,
  more: ExchangeOptions,
): RequestOptions {
  const cancellation = more.signal ?? cancellationOf(ctx);
  const options: ExchangeOptions = {
    // Clients of others may need a real signal.
    signal: client instanceof ConnectedClient ? cancellation : signalOf(cancellation),
    timeoutMs: more.timeoutMs ?? Infinity,
    maxMs: Infinity,
    onProgress: ({ progress, total, message }) => ctx.progress(progress, total, message),
    meta: foreignMeta(ctx.meta),
    envelope: isModern(client.protocolVersion) ? (more.envelope ?? envelopeOf(ctx)) : undefined,
    headers: more.headers,
  };
  return options as RequestOptions;
}

/** Returns the metadata of a call that is not the protocol's own, if there is any. */
function foreignMeta(meta: CallContext["meta"]): JsonObject | undefined {
  if (Object.keys(meta).every((name) => ownMeta.test(name))) return undefined;
  const members = Object.entries(meta).filter(([name]) => !ownMeta.test(name));
  return paramsWith(Object.fromEntries(members));
}

/** Since 2026-07-28 each request says what its client can do. */
function envelopeOf(ctx: CallContext): JsonObject {
  const capabilities = withoutTasks(ctx.clientCapabilities as CapabilitiesWithExtensions);
  const level = ctx.meta[metaKeys.logLevel] ?? sessionOf(ctx)?.facts.logLevel;
  return level === undefined
    ? { [metaKeys.clientCapabilities]: capabilities }
    : { [metaKeys.clientCapabilities]: capabilities, [metaKeys.logLevel]: level };
}

interface CapabilitiesWithExtensions extends JsonObject {
  readonly extensions?: JsonObject;
}

/** Returns what a client can do, but for tasks: the proxy makes tasks of its own. */
function withoutTasks(all: CapabilitiesWithExtensions): JsonObject {
  if (!all.extensions) return all;
  const { extensions, ...capabilities } = all;
  const { [tasksExtension]: _, ...others } = extensions;
  return { ...capabilities, ...(Object.keys(others).length > 0 && { extensions: others }) };
}

/**
 * Returns the error of a call for its client. The errors of the remote server pass unchanged; of failures on the way to it, only
 * the operator gets the particulars, because they may hold credentials.
 */
export function errorForCaller(error: unknown, name: string, ctx: CallContext, log: Log): unknown {
  const { aborted, reason } = cancellationOf(ctx);
  if (aborted) return reason;
  if (error instanceof McpCallError) {
    const { cause } = error;
    return cause instanceof ProtocolError
      ? cause
      : new ProtocolError(error.code ?? -32603, error.message, error.data);
  }
  if (error instanceof ProtocolError || error instanceof ToolError) return error;
  log.warn(`A call could not be forwarded to ${name}`, error);
  return new ToolError(`The server ${name} ${failureOf(error)}.`);
}

function failureOf(error: unknown): string {
  if (error instanceof McpTimeoutError) return "did not answer in time";
  if (error instanceof McpAuthorizationError) return "refuses the credentials of this server";
  if (error instanceof McpAnswerError || error instanceof MalformedMessage) {
    return "sent an answer that breaks the protocol";
  }
  return "can't be reached now. Other servers are not affected; try again later";
}

/**
 * Whether a server since 2026-07-28 refuses a call because its tool runs only as a task, and the client of the call would take one.
 *
 * @see SEP-2663, Capabilities
 */
export function demandsTask(error: unknown, ctx: CallContext): boolean {
  const { extensions } = ctx.clientCapabilities as { readonly extensions?: JsonObject };
  const takesTasks = extensions !== undefined && tasksExtension in extensions;
  if (isModern(ctx.protocolVersion as Revision) && !takesTasks) return false;
  if (!(error instanceof McpCallError) || error.code !== errorCodes.missingClientCapability)
    return false;
  return JSON.stringify(error.data ?? null).includes(JSON.stringify(tasksExtension));
}
