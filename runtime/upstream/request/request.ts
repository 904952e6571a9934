import { ToolError } from "../../protocol/tool-error.js";
import { secretsInQuery } from "../../protocol/text/redactor.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { isLazyBody, isLazyForm, planBody, type BodyPlan, type RequestBody } from "./body.js";
import { planCookie, type CookiePlan } from "./cookie.js";
import { isOneOf, type Credentials } from "./credentials.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { bodyGuard, guardCookies, guardHeader, guardQuery, type NameGuard } from "./guard.js";
import {
  planHeader,
  planHeaders,
  type HeaderPlan,
  type HeadersPlan,
  type HeaderValues,
} from "./header.js";
import type { LazyBodyPlan } from "./lazy-body.js";
import type { ParameterTexts } from "./lazy-parameters.js";
import type { BodyBinding, ParameterBinding, RequestShape } from "../../contract/operation.js";
import { planPath, writePath, writePathQuery, type PathPlan } from "./path.js";
import { planQuery, type QueryWriter } from "./query.js";
import { planQueryContent, planQueryString } from "./query-content.js";
import type { FileSources } from "../files/file-model.js";
import type { BaseUrl } from "./servers.js";

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
  readonly path: PathPlan;
  readonly query: readonly ((args: Arguments) => readonly string[])[];
  readonly headers: HeadersPlan;
  /** Writes the parameters that contain XML or lists within lists. Present if there are any; the arguments that it returns are sent. */
  readonly lazyParameters?: (args: Arguments) => Promise<Arguments>;
  readonly body?: BodyPlan;
  /** Replaces `body` if the body is written asynchronously; see `prepareBody`. */
  readonly lazyBody?: LazyBodyPlan;
}

/** The values of one request. */
export interface RequestValues extends HeaderValues {
  readonly base: BaseUrl;
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
    path: planPath(path, params, guard),
    query,
    headers: planHeaders(
      accept !== undefined && isFieldValue(accept) ? accept : undefined,
      headers,
      cookies,
    ),
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
  const { args, base, credentials, body = plan.body?.(args) } = values;
  const { method } = plan;
  const headers = plan.headers(values, body?.type);
  const place = writeUrl(plan, args, base, credentials);
  if (body === undefined) return { method, ...place, headers };
  return { method, ...place, headers, body: body.content };
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
  base: Pick<BaseUrl, "query">,
): PlacedRequest {
  const target = new URL(url);
  if (target.origin !== request.origin) {
    throw new ToolError(
      `The next page is on another origin, ${target.origin}; it was not fetched.`,
    );
  }
  // The API's links may omit a key, or contain it redacted.
  const linked = pairsIn(target.search.slice(1));
  const ofBase = pairsIn(base.query).filter(
    (pair) => secretsInQuery(pair).length > 0 || !isOneOf(named(linked), pair),
  );
  const others = linked.filter((pair) => !isOneOf([...query, ...named(ofBase)], pair));
  target.search = [...others, ...ofBase, ...query.map((pair) => pair.join("="))].join("&");
  target.username = "";
  target.password = "";
  return { ...request, url: target.href, target: target.pathname + target.search };
}

function pairsIn(query: string): readonly string[] {
  return query.split("&").filter((pair) => pair !== "");
}

/** Returns the names of pairs as `isOneOf` takes them. */
function named(pairs: readonly string[]): Credentials["query"] {
  return pairs.map((pair) => [pair.split("=", 1)[0]!, ""]);
}

type Place = Pick<PlacedRequest, "url" | "origin" | "target" | "socketPath">;

function writeUrl(plan: RequestPlan, args: Arguments, base: BaseUrl, own: Credentials): Place {
  const path = base.path + writePath(plan.path, args);
  const ofPath = writePathQuery(plan.path, args);
  const pairs: string[] = [base.query, ofPath ?? ""].filter((part) => part !== "");
  for (const write of plan.query) pairs.push(...write(args));
  let query = pairs.length === 1 ? pairs[0]! : pairs.join("&");
  if (own.query.length > 0) {
    const kept = pairsIn(query).filter((pair) => !isOneOf(own.query, pair));
    query = [...kept, ...own.query.map((pair) => pair.join("="))].join("&");
  }
  const { origin, socketPath } = base;
  const search = query === "" ? "" : "?" + query;
  const url = origin + path + search;
  const target = isNormal(path, query) ? path + search : parsedTarget(url, path, origin);
  return socketPath === undefined ? { url, origin, target } : { url, origin, target, socketPath };
}

/** Paths of which no segment begins with a dot, and queries. URL parsers change nothing in them. */
const normalPath = /^(?:\/(?!\.|%2e)[\w\-.~!$&'()*+,;=:@%]*)+$/i;
const normalQuery = /^[\w\-.~!$&()*+,;=:@%/?]*$/;

/** Whether URL parsers would surely change nothing. They take longer to ask. */
function isNormal(path: string, query: string): boolean {
  return normalPath.test(path) && normalQuery.test(query);
}

/** Returns the path and query as URL parsers write them. @throws ToolError when they would change the path */
function parsedTarget(url: string, path: string, origin: string): string {
  const parsed = new URL(url);
  if (parsed.pathname === path && parsed.origin === origin) return path + parsed.search;
  throw new ToolError("The path can't be sent: URL parsers would change it.");
}
