export type TokenScheme = "bearer" | "dpop";

/** A token as a client presented it. */
export interface PresentedToken {
  readonly scheme: TokenScheme;
  readonly token: string;
}

/** Content of an `Authorization` header. `absent`: no header, or an unsupported scheme. */
export type Presented = PresentedToken | "absent" | "malformed" | "too long";

/** Maximum length of a token, in characters. */
export const maxTokenLength = 8 * 1024;

// `token68` has no comma or blank, so a list of credentials does not match.
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Parses an `Authorization` header.
 *
 * @see RFC 6750 section 2.1, RFC 9449 section 7.1
 */
export function readAuthorization(value: string | undefined): Presented {
  const text = value?.trim() ?? "";
  if (text === "") return "absent";
  const scheme = /^(bearer|dpop)(?=$|[ ,])/i.exec(text)?.[1];
  if (scheme === undefined) return "absent";
  const token = text.slice(scheme.length).trimStart();
  if (token.length > maxTokenLength) return "too long";
  if (!token68.test(token)) return "malformed";
  return { scheme: scheme.toLowerCase() === "dpop" ? "dpop" : "bearer", token };
}

/** Whether a request's target carries a token in its query, where logs and histories would keep it. */
export function hasTokenInQuery(url: string): boolean {
  const query = url.indexOf("?");
  return query !== -1 && new URLSearchParams(url.slice(query)).has("access_token");
}
