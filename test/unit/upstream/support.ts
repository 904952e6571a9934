import type { TestContext } from "node:test";
import type { Api } from "../../../runtime/contract/api.js";
import { noCredentials, type Credentials } from "../../../runtime/upstream/request/credentials.js";
import type {
  Operation,
  ParameterBinding,
  RequestShape,
} from "../../../runtime/contract/operation.js";
import { FetchSender } from "../../../runtime/upstream/exchange/fetch-sender.js";
import { senderSource } from "../../../runtime/upstream/exchange/senders.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import type { UpstreamOptions } from "../../../runtime/upstream/upstream-options.js";
import {
  buildRequest,
  planRequest,
  type HttpRequest,
} from "../../../runtime/upstream/request/request.js";
import { stop } from "../../support/loopback.js";
import { recordRequests, type Recorded, type Responder } from "../../support/recorder.js";

export type { Recorded, Responder } from "../../support/recorder.js";

export interface Recorder {
  readonly url: string;
  readonly seen: readonly Recorded[];
}

/** Starts an API that records requests and closes with the test. */
export async function record(
  t: TestContext,
  respond: Responder = (_, response) => response.end(),
): Promise<Recorder> {
  const { server, url, seen } = await recordRequests(respond);
  t.after(() => stop(server));
  return { url, seen };
}

export function api(facts: Partial<Api> = {}): Api {
  return {
    name: "shop",
    title: "Shop",
    version: "1",
    servers: [],
    baseUrlEnv: "SHOP_BASE_URL",
    ...facts,
  };
}

export function operation(
  request: Partial<RequestShape>,
  facts: Partial<Operation> = {},
): Operation {
  return {
    id: "op",
    request: { method: "GET", path: "/x", ...request },
    input: { type: "object" },
    expose: { as: "tool", name: "op" },
    ...facts,
  };
}

export function upstream(baseUrl: string, options: UpstreamOptions = {}, facts: Partial<Api> = {}) {
  return newUpstream(api(facts), { baseUrl, env: {}, ...options });
}

/** Returns what calls an API by the sender that the test chose. */
export function newUpstream(facts: Api, options: UpstreamOptions): Upstream {
  return new Upstream(facts, options, undefined, chooseSender);
}

let chooseSender: typeof senderSource = senderSource;

/** Lets the tests that follow send by the platform's `fetch`, as platforms other than Node do. */
export function sendByFetch(): void {
  chooseSender = (guards, { fetch }) => {
    const byFetch = new FetchSender(guards, fetch);
    return { byFetch, next: () => byFetch };
  };
}

export function reply(
  status: number,
  type: string | undefined,
  body: string | Uint8Array,
): Responder {
  return (_, response) => {
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  };
}

/** Builds the request of a shape for the origin `http://h`. */
export function build(
  shape: Partial<RequestShape>,
  args: Record<string, unknown>,
  credentials: Credentials = noCredentials,
): HttpRequest {
  const base = { origin: "http://h", path: "", query: "" };
  const plan = planRequest({ method: "GET", path: "/x", ...shape });
  return buildRequest(plan, { args, base, credentials });
}

/** Returns the URL without its origin. */
export function target(shape: Partial<RequestShape>, args: Record<string, unknown>): string {
  return build(shape, args).url.slice("http://h".length);
}

/** Returns the raw query of a parameter named `color`. */
export function queryOf(binding: Partial<ParameterBinding>, value: unknown): string {
  const params = [{ in: "query", name: "color", ...binding } as ParameterBinding];
  return target({ params }, { color: value }).slice("/x".length);
}

/** Returns the message of the error; empty if nothing is thrown. */
export async function messageOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}
