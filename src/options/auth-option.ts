/** The security scheme that `--auth` and the route map's `auth` add to a document. */
export type AddedScheme =
  | { readonly type: "http"; readonly scheme: "bearer" | "basic" }
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
    };

/** What `readAuth` accepts, as a regular expression of JSON Schema. A name is an RFC 9110 token, which is safe anywhere. */
export const authPattern =
  "^(bearer|basic|apiKey:(header|cookie):[\\w!#$%&'*+.^`|~-]{1,200}|apiKey:query:[^\\s\\p{Cc}]{1,200})$";

/**
 * Parses how an API is authenticated: `bearer`, `basic`, `apiKey:header:X-Key`, `apiKey:query:key`, `apiKey:cookie:sid`.
 *
 * @throws RangeError for anything else
 */
export function readAuth(text: string): AddedScheme {
  const written = text.trim();
  if (!new RegExp(authPattern, "u").test(written)) {
    throw new RangeError(
      `Expected bearer, basic, or an API key with its place, such as apiKey:header:X-Key, not ${text.slice(0, 80)}.`,
    );
  }
  if (written === "bearer" || written === "basic") return { type: "http", scheme: written };
  const [, place, ...name] = written.split(":");
  return { type: "apiKey", in: place as "header" | "query" | "cookie", name: name.join(":") };
}
