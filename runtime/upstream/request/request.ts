import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { isLazyBody, planBody, type BodyPlan, type RequestBody } from "./body.js";
import { planCookie, type CookiePlan } from "./cookie.js";
import type { Credentials } from "../credentials.js";
import { isFieldValue } from "./field-value.js";
import { planHeader, type HeaderPlan } from "./header.js";
import type { LazyBodyPlan } from "./lazy-body.js";
import type { BodyBinding, RequestShape } from "../../contract/operation.js";
import { planPath, writePath, writePathQuery, type PathPlan } from "./path.js";
import { planQuery } from "./query.js";
import { queryString } from "./querystring.js";
import type { FileSources } from "../files/read-file.js";
import type { BaseUrl } from "./servers.js";

/** A request, ready to be sent as it is. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, and already in the form that URL parsers keep. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array;
}

/** The shape of a request, prepared once so that a call only fills it in. */
export interface RequestPlan {
  readonly method: string;
  readonly accept?: string;
  readonly path: PathPlan;
  readonly query: readonly ((args: Arguments) => readonly string[])[];
  readonly headers: readonly HeaderPlan[];
  readonly cookies: readonly CookiePlan[];
  readonly body?: BodyPlan;
  /** In place of `body`, where making it takes time: `prepareBody`. */
  readonly lazyBody?: LazyBodyPlan;
}

/** Headers that are sent with every request and win over all others. */
export type FixedHeaders = { readonly [name: string]: string };

/** Prepares the requests of an operation. */
export function planRequest(shape: RequestShape): RequestPlan {
  const params = shape.params ?? [];
  const query: ((args: Arguments) => readonly string[])[] = [];
  const headers: HeaderPlan[] = [];
  const cookies: CookiePlan[] = [];
  for (const binding of params) {
    const arg = argumentOf(binding);
    switch (binding.in) {
      case "query": {
        const write = planQuery(binding);
        query.push((args) => write(argument(args, arg)));
        break;
      }
      case "querystring": {
        const content = binding.content ?? "application/x-www-form-urlencoded";
        query.push((args) => {
          const text = queryString(content, argument(args, arg));
          return text === undefined ? [] : [text];
        });
        break;
      }
      case "header": {
        const header = planHeader(binding);
        // Some documents declare the whole Cookie header; it must not displace cookies with a meaning of their own.
        if (header?.name.toLowerCase() === "cookie") {
          cookies.push((args) => header.write(args)?.split(/; */) ?? []);
        } else if (header !== undefined) headers.push(header);
        break;
      }
      case "cookie":
        cookies.push(planCookie(binding));
        break;
      case "path":
        break;
    }
  }
  return {
    method: shape.method,
    ...defined({
      accept: shape.accept !== undefined && isFieldValue(shape.accept) ? shape.accept : undefined,
    }),
    path: planPath(shape.path, params),
    query,
    headers,
    cookies,
    ...(shape.body === undefined ? {} : bodyPlans(shape.body)),
  };
}

function bodyPlans(binding: BodyBinding): Pick<RequestPlan, "body" | "lazyBody"> {
  if (!isLazyBody(binding)) return { body: planBody(binding) };
  let plan: Promise<LazyBodyPlan> | undefined;
  return {
    lazyBody: async (args, sources) => {
      plan ??= import("./lazy-body.js").then(({ planLazyBody }) => planLazyBody(binding));
      return (await plan)(args, sources);
    },
  };
}

/**
 * The body of a request, for `buildRequest`: at once for most, later where files have to be read.
 *
 * @throws ToolError when an argument can't be sent, also through the promise
 */
export function prepareBody(
  plan: RequestPlan,
  args: Arguments,
  sources: FileSources = {},
): RequestBody | undefined | Promise<RequestBody | undefined> {
  return plan.lazyBody === undefined ? plan.body?.(args) : plan.lazyBody(args, sources);
}

/**
 * Fills a plan in. Credentials replace parameters of the same name: what proves who sends a request is not the
 * caller's to choose.
 *
 * @param trace headers that say to which trace the request belongs; left out where it says so already
 * @param body what `prepareBody` gave; must be given where the plan has a `lazyBody`
 * @throws ToolError when an argument can't be sent where it belongs.
 */
export function buildRequest(
  plan: RequestPlan,
  args: Arguments,
  base: BaseUrl,
  credentials: Credentials,
  fixed: FixedHeaders = {},
  trace: FixedHeaders = {},
  body: RequestBody | undefined = plan.body?.(args),
): HttpRequest {
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
  for (const [name, value] of Object.entries(fixed)) set(name, value);
  // Half of one trace and half of another would be none.
  const traced = Object.entries(trace);
  if (!traced.some(([name]) => headers.has(name.toLowerCase()))) {
    for (const [name, value] of traced) set(name, value);
  }
  return {
    method: plan.method,
    url: writeUrl(plan, args, base, credentials),
    headers: Object.fromEntries(headers.values()),
    ...defined({ body: body?.content }),
  };
}

function writeUrl(plan: RequestPlan, args: Arguments, base: BaseUrl, own: Credentials): string {
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
    throw new ToolError("The path can't be sent: whoever reads the URL would change it.");
  }
  return url;
}

function writeCookies(plan: RequestPlan, args: Arguments, own: Credentials): string {
  const cookies = own.cookies.map((pair) => pair.join("="));
  for (const write of plan.cookies) {
    cookies.push(...write(args).filter((cookie) => !isOneOf(own.cookies, cookie)));
  }
  return cookies.join("; ");
}

function isOneOf(pairs: Credentials["query"], pair: string): boolean {
  return pairs.some(([name]) => pair.startsWith(name) && pair.at(name.length) === "=");
}
