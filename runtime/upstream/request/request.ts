import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { isLazyBody, isLazyForm, planBody, type BodyPlan, type RequestBody } from "./body.js";
import { planCookie, type CookiePlan } from "./cookie.js";
import type { Credentials } from "./credentials.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { bodyGuard, guardCookies, guardHeader, guardQuery, type NameGuard } from "./guard.js";
import { planHeader, type HeaderPlan } from "./header.js";
import type { LazyBodyPlan } from "./lazy-body.js";
import type { ParameterTexts } from "./lazy-parameters.js";
import type { BodyBinding, ParameterBinding, RequestShape } from "../../contract/operation.js";
import { planPath, writePath, writePathQuery, type PathPlan } from "./path.js";
import { planQuery, type QueryWriter } from "./query.js";
import { planQueryContent, planQueryString } from "./query-content.js";
import type { FileSources } from "../files/file-model.js";
import type { BaseUrl } from "./servers.js";
import { decodePercent } from "../../protocol/text/percent-encoding.js";

/** A request, ready to be sent. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array;
}

/** A request with the parts of its URL, so that nobody has to parse it again. */
export interface PlacedRequest extends HttpRequest {
  /** `https://api.example` */
  readonly origin: string;
  /** The path and query, in the normal form of URL parsers. */
  readonly target: string;
  /** The Unix socket that answers in place of the origin. */
  readonly socketPath?: string | undefined;
}

/** The prepared request of an operation; a call fills in values. */
export interface RequestPlan {
  readonly method: string;
  readonly accept?: string;
  readonly path: PathPlan;
  readonly query: readonly ((args: Arguments) => readonly string[])[];
  readonly headers: readonly HeaderPlan[];
  readonly cookies: readonly CookiePlan[];
  /** Writes the parameters that contain XML or lists within lists. Present if there are any; the arguments that it returns are sent. */
  readonly lazyParameters?: (args: Arguments) => Promise<Arguments>;
  readonly body?: BodyPlan;
  /** Replaces `body` if the body is written asynchronously; see `prepareBody`. */
  readonly lazyBody?: LazyBodyPlan;
}

/** Headers that are sent with every request and win over all others. */
export type FixedHeaders = { readonly [name: string]: string };

/** The values of one request. */
export interface RequestValues {
  readonly args: Arguments;
  readonly base: BaseUrl;
  readonly credentials: Credentials;
  readonly fixed?: FixedHeaders | undefined;
  /** Trace context headers; left out if the request has one already. */
  readonly trace?: FixedHeaders | undefined;
  /** From `prepareBody`; required if the plan has a `lazyBody`. */
  readonly body?: RequestBody | undefined;
}

/**
 * Prepares the requests of an operation.
 *
 * @param guard refuses names that arguments must not write; absent for most operations
 */
export function planRequest(shape: RequestShape, guard?: NameGuard): RequestPlan {
  const params = shape.params ?? [];
  const query: ((args: Arguments) => readonly string[])[] = [];
  const headers: HeaderPlan[] = [];
  const cookies: CookiePlan[] = [];
  for (const binding of params) {
    switch (binding.in) {
      case "query":
      case "querystring": {
        const arg = argumentOf(binding);
        const write = guard
          ? guardQuery(queryWriter(binding), binding, guard)
          : queryWriter(binding);
        query.push((args) => write(argument(args, arg)));
        break;
      }
      case "header": {
        const header = planHeader(binding);
        if (header === undefined) break;
        // Some documents declare the whole Cookie header; it must not displace the other cookies.
        if (header.name.toLowerCase() === "cookie") {
          const write: CookiePlan = (args) => header.write(args)?.split(/; */) ?? [];
          cookies.push(guard ? guardCookies(write, binding, guard) : write);
        } else {
          const write = guard ? guardHeader(header.write, binding, guard) : header.write;
          headers.push({ name: header.name, write });
        }
        break;
      }
      case "cookie": {
        const write = planCookie(binding);
        cookies.push(guard ? guardCookies(write, binding, guard) : write);
        break;
      }
      case "path":
        break;
    }
  }
  const { method, accept, path, body } = shape;
  return {
    method,
    ...defined({ accept: accept !== undefined && isFieldValue(accept) ? accept : undefined }),
    path: planPath(path, params, guard),
    query,
    headers,
    cookies,
    ...lazyParameters(params),
    ...(body && bodyPlans(body, guard)),
  };
}

function queryWriter(binding: ParameterBinding): QueryWriter {
  if (binding.in === "querystring") return planQueryString(binding);
  return binding.content === undefined ? planQuery(binding) : planQueryContent(binding);
}

function lazyParameters(params: readonly ParameterBinding[]): Pick<RequestPlan, "lazyParameters"> {
  const lazy = params.filter(
    ({ xml, itemDelimiters, encoding }) => xml ?? itemDelimiters ?? isLazyForm(encoding),
  );
  if (lazy.length === 0) return {};
  let plan: Promise<ParameterTexts> | undefined;
  return {
    lazyParameters: async (args) => {
      plan ??= import("./lazy-parameters.js").then((code) => code.planLazyParameters(lazy));
      return (await plan)(args);
    },
  };
}

function bodyPlans(
  binding: BodyBinding,
  guard: NameGuard | undefined,
): Pick<RequestPlan, "body" | "lazyBody"> {
  const check = guard && bodyGuard(binding, guard);
  if (!isLazyBody(binding)) {
    const write = planBody(binding);
    if (!check) return { body: write };
    return {
      body: (args) => {
        check(args);
        return write(args);
      },
    };
  }
  let plan: Promise<LazyBodyPlan> | undefined;
  return {
    lazyBody: async (args, sources) => {
      check?.(args);
      plan ??= import("./lazy-body.js").then(({ planLazyBody }) => planLazyBody(binding));
      return (await plan)(args, sources);
    },
  };
}

/**
 * Writes the body for `buildRequest`. Returns a promise only if the plan has a `lazyBody`, which may read files.
 *
 * @throws ToolError when an argument can't be sent; the promise rejects with it, too
 */
export function prepareBody(
  plan: RequestPlan,
  args: Arguments,
  sources: FileSources = {},
): RequestBody | undefined | Promise<RequestBody | undefined> {
  return plan.lazyBody === undefined ? plan.body?.(args) : plan.lazyBody(args, sources);
}

/**
 * Fills in a plan. Credentials replace parameters of the same name, because the caller must not choose them.
 *
 * @throws ToolError when an argument can't be sent in its place
 */
export function buildRequest(plan: RequestPlan, values: RequestValues): PlacedRequest {
  const { args, base, credentials, fixed, trace, body = plan.body?.(args) } = values;
  const headers = new Map<string, readonly [name: string, value: string]>();
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value]);
  if (plan.accept !== undefined) set("Accept", plan.accept);
  for (const { name, write } of plan.headers) {
    const value = write(args);
    if (value !== undefined) set(name, value);
  }
  const cookies = writeCookies(plan, args, credentials);
  if (cookies !== "") set("Cookie", cookies);
  for (const [name, value] of credentials.headers) set(name, value);
  if (body !== undefined) set("Content-Type", body.type);
  for (const [name, value] of Object.entries(fixed ?? {})) set(name, value);
  // All trace headers or none: mixing two trace contexts would be invalid.
  const traced = Object.entries(trace ?? {});
  if (!traced.some(([name]) => headers.has(name.toLowerCase()))) {
    for (const [name, value] of traced) set(name, value);
  }
  const { method } = plan;
  const place = writeUrl(plan, args, base, credentials);
  const sent = Object.fromEntries(headers.values());
  if (body === undefined) return { method, ...place, headers: sent };
  return { method, ...place, headers: sent, body: body.content };
}

/** Returns the host and port of an origin. */
export function hostOf(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2);
}

/**
 * Changes the URL of a request.
 *
 * @throws ToolError when it is on another origin, which must not get the credentials
 */
export function requestAt(
  request: PlacedRequest,
  url: string,
  { query }: Credentials,
): PlacedRequest {
  const target = new URL(url);
  if (target.origin !== request.origin) {
    throw new ToolError(
      `The next page is on another origin, ${target.origin}; it was not fetched.`,
    );
  }
  // The API's links may omit the key, or contain it redacted.
  const pairs = target.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isOneOf(query, pair));
  target.search = [...pairs, ...query.map((pair) => pair.join("="))].join("&");
  target.username = "";
  target.password = "";
  return { ...request, url: target.href, target: target.pathname + target.search };
}

type Place = Pick<PlacedRequest, "url" | "origin" | "target" | "socketPath">;

function writeUrl(plan: RequestPlan, args: Arguments, base: BaseUrl, own: Credentials): Place {
  const path = base.path + writePath(plan.path, args);
  const ofPath = writePathQuery(plan.path, args);
  const pairs: string[] = [base.query, ofPath ?? ""].filter((part) => part !== "");
  for (const write of plan.query) pairs.push(...write(args));
  let query = pairs.join("&");
  if (own.query.length > 0) {
    const kept = query.split("&").filter((pair) => pair !== "" && !isOneOf(own.query, pair));
    query = [...kept, ...own.query.map((pair) => pair.join("="))].join("&");
  }
  const url = base.origin + path + (query === "" ? "" : "?" + query);
  const parsed = new URL(url);
  if (parsed.pathname !== path || parsed.origin !== base.origin) {
    throw new ToolError("The path can't be sent: URL parsers would change it.");
  }
  const { origin, socketPath } = base;
  const place = { url, origin, target: path + parsed.search };
  return socketPath === undefined ? place : { ...place, socketPath };
}

function writeCookies(plan: RequestPlan, args: Arguments, own: Credentials): string {
  const cookies = own.cookies.map((pair) => pair.join("="));
  for (const write of plan.cookies) {
    cookies.push(...write(args).filter((cookie) => !isOneOf(own.cookies, cookie)));
  }
  return cookies.join("; ");
}

function isOneOf(pairs: Credentials["query"], pair: string): boolean {
  const written = pair.split("=", 1)[0]!;
  return pairs.some(([name]) => written === name || decodePercent(written) === decodePercent(name));
}
