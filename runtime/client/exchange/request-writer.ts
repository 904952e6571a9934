import { encodeImplementation } from "../../protocol/codec/codec.js";
import { metaKeys } from "../../protocol/envelope.js";
import { exactJson, jsonText } from "../../protocol/exact-json.js";
import type { JsonObject } from "../../protocol/json.js";
import { copyDigits } from "../../protocol/read-integers.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Implementation, LogLevel } from "../../protocol/model.js";
import type { ClientOptions } from "../client-options.js";
import { isModern, modernRevision, type Revision } from "../../protocol/revisions.js";

/** Encodes requests. What all requests of a connection share is encoded once. */
export class RequestWriter {
  readonly revision: Revision;
  readonly #shared: JsonObject;
  /** The shared members of `_meta`, without the braces. */
  readonly #sharedText: string;
  /** Each of them, by its name. */
  readonly #sharedTexts: readonly (readonly [name: string, text: string])[];

  /**
   * @param capabilities what the client declares; goes with each request since 2026-07-28
   * @param logLevel the least severe messages that the client wants; goes with each request since 2026-07-28
   */
  constructor(
    revision: Revision,
    clientInfo: Implementation,
    capabilities: JsonObject,
    logLevel: LogLevel | undefined,
  ) {
    this.revision = revision;
    this.#shared = isModern(revision)
      ? {
          [metaKeys.protocolVersion]: modernRevision,
          [metaKeys.clientInfo]: encodeImplementation(clientInfo, revision),
          [metaKeys.clientCapabilities]: capabilities,
          ...(logLevel && { [metaKeys.logLevel]: logLevel }),
        }
      : {};
    this.#sharedText = membersOf(this.#shared);
    this.#sharedTexts = Object.entries(this.#shared).map(([name, value]) => [
      name,
      membersOf({ [name]: value }),
    ]);
  }

  /**
   * Returns a request as JSON text. Large integers keep their digits.
   *
   * @param params without `_meta`
   * @param withProgress asks for progress, with the request's id as its token
   * @param meta members of `_meta` besides the protocol's own
   * @param envelope replaces the protocol's own
   * @throws TypeError if JSON can't hold the params
   */
  write(
    id: RequestId,
    method: string,
    params: JsonObject,
    withProgress: boolean,
    meta: JsonObject | undefined,
    envelope?: JsonObject,
  ): string {
    const name = JSON.stringify(method);
    const body = textOf(params);
    const idText = typeof id === "number" ? String(id) : JSON.stringify(id);
    const metaText = this.#metaText(idText, withProgress, meta, envelope);
    const head = `{"jsonrpc":"2.0","id":${idText},"method":${name},"params":`;
    if (metaText === "") return `${head}${body}}`;
    if (body === "{}") return `${head}{"_meta":{${metaText}}}}`;
    return `${head}${body.slice(0, -1)},"_meta":{${metaText}}}}`;
  }

  #metaText(
    idText: string,
    withProgress: boolean,
    meta: JsonObject | undefined,
    envelope: JsonObject | undefined,
  ): string {
    if (meta !== undefined) {
      // The protocol's own members win, also over a token that would never be recognised.
      const progress = withProgress ? { progressToken: JSON.parse(idText) as RequestId } : {};
      const all = { ...meta, ...this.#shared, ...envelope, ...progress };
      copyDigits(meta, all);
      return membersOf(all);
    }
    const own = envelope === undefined ? this.#sharedText : this.#envelopeText(envelope);
    return withProgress ? joined(own, `"progressToken":${idText}`) : own;
  }

  /** Returns an envelope with the shared members that it does not replace. */
  #envelopeText(envelope: JsonObject): string {
    let text = membersOf(envelope);
    for (const [name, member] of this.#sharedTexts) {
      if (!Object.hasOwn(envelope, name)) text = joined(text, member);
    }
    return text;
  }
}

/** Returns an object as JSON without the braces. */
function membersOf(object: JsonObject): string {
  return textOf(object).slice(1, -1);
}

function joined(one: string, other: string): string {
  return one === "" ? other : `${one},${other}`;
}

/** Plain JSON has no `bigint`; they are too rare to look for them before it says so. */
function textOf(params: JsonObject): string {
  try {
    return jsonText(params)!;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return exactJson(params)!;
  }
}

/** Adds the trace context, so that the trace continues in the server. @see MCP 2026-07-28, Base Protocol, Trace Context */
export function withTrace(
  telemetry: ClientOptions["telemetry"],
  meta: JsonObject | undefined,
): JsonObject | undefined {
  const trace = telemetry?.outgoing?.();
  if (!trace) return meta;
  const all = { ...trace, ...meta };
  if (meta) copyDigits(meta, all);
  return all;
}

/** Returns a notification as JSON text. Large integers keep their digits. @throws TypeError if JSON can't hold the params */
export function notificationText(method: string, params: JsonObject): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${textOf(params)}}`;
}
