import { connectionHeaders } from "../../../contract/reserved-headers.js";
import { isPromiseLike, type MaybePromise } from "../../../protocol/maybe-promise.js";
import type {
  AuthorizedClientRequest,
  ClientAuthorization,
  Headers,
  HeadersSource,
} from "../../client-options.js";

/** Headers that the transport sets itself. */
const reserved: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  "accept",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
]);

/** Shorter values can't be told from ordinary words. */
const shortestSecret = 6;

const userAgent = ["user-agent", "mcp-codegen"];

/** The headers that the user and the authorization add to each request. */
export class RequestHeaders {
  readonly #source: (() => MaybePromise<Headers>) | undefined;
  readonly #authorization: ClientAuthorization | undefined;
  readonly #own: readonly string[];

  /** @throws TypeError for a header that can't be sent, or that the transport sets itself */
  constructor(source: HeadersSource | undefined, authorization: ClientAuthorization | undefined) {
    this.#authorization = authorization;
    this.#source = typeof source === "function" ? source : undefined;
    this.#own = merged(userAgent, typeof source === "function" ? {} : checked(source ?? {}));
  }

  /** The headers of every request, as names and values in turn; undefined if they may differ. */
  get fixed(): readonly string[] | undefined {
    return this.#source || this.#authorization ? undefined : this.#own;
  }

  /**
   * Returns them as names and values in turn.
   *
   * @param request for the authorization, if there is one
   * @throws (or rejects with) a TypeError for a header that can't be sent, or what the user's function throws
   */
  for(request: () => AuthorizedClientRequest): MaybePromise<readonly string[]> {
    const source = this.#source;
    const authorization = this.#authorization;
    const given = source?.() ?? {};
    const credentials = authorization?.headersFor(request()) ?? {};
    if (!isPromiseLike(given) && !isPromiseLike(credentials)) return this.#join(given, credentials);
    return Promise.all([given, credentials]).then(([own, added]) => this.#join(own, added));
  }

  #join(given: Headers, credentials: Headers): readonly string[] {
    return merged(merged(this.#own, checked(given)), credentials);
  }
}

/** Adds headers to a list of names and values. They replace those of the same name. */
function merged(list: readonly string[], headers: Headers): readonly string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  if (names.size === 0) return list;
  const joined = list.filter((_, i) => !names.has((list[i - (i % 2)] ?? "").toLowerCase()));
  for (const [name, value] of Object.entries(headers)) joined.push(name, value);
  return joined;
}

function checked(headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new TypeError(`${JSON.stringify(name)} is no name of an HTTP header.`);
    }
    if (reserved.has(lower) || lower.startsWith("mcp-param-")) {
      throw new TypeError(`The header ${name} is set by the client itself; leave it out.`);
    }
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      // The value may be a secret.
      throw new TypeError(`The value of the header ${name} is no text that HTTP can carry.`);
    }
  }
  return headers;
}

/** Returns the values of headers that may be credentials. */
export function secretsOf(headers: readonly string[]): readonly string[] {
  return headers
    .filter((value, i) => i % 2 === 1 && value !== userAgent[1])
    .flatMap((value) => [value, ...value.split(/[\s,;]+/)])
    .filter((text) => text.length >= shortestSecret);
}
