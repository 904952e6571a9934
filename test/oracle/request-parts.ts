/** The parts of a request that are compared. */
export interface RequestParts {
  readonly method: string;
  /** `https://api.example` */
  readonly origin: string;
  readonly path: string;
  /** Raw `name=value` pairs. */
  readonly query: readonly string[];
  /** Names are in lower case. Cookies are separate. */
  readonly headers: Readonly<Record<string, string>>;
  /** Raw `name=value` pairs. */
  readonly cookies: readonly string[];
  readonly body: unknown;
}

/** Splits a request. `fragment` is what swagger-client leaves in the URL; clients do not send fragments. */
export function partsOf(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}): RequestParts & { readonly fragment: string } {
  const [, origin = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/is.exec(request.url) ?? [];
  // swagger-client keeps fragments of path templates and appends the query after them.
  const [, whole = "", fragment = "", behind = ""] = /^([^#]*)(?:#([^?]*)(.*))?$/s.exec(rest) ?? [];
  const [path, query] = cut(whole + behind, "?");
  const headers: Record<string, string> = {};
  let cookies: string[] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.toLowerCase() === "cookie") cookies = value.split(/; ?/);
    else headers[name.toLowerCase()] = value;
  }
  return {
    method: request.method,
    origin,
    path,
    query: query.split("&").filter((pair) => pair !== ""),
    headers,
    cookies,
    body: request.body,
    fragment,
  };
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
