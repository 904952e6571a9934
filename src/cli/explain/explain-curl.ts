import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import type { HttpRequest } from "../../../runtime/upstream/request/request.js";

/** Text in a request that the shell command replaces by the value of a variable. */
export interface Placeholder {
  readonly text: string;
  /** `MCP_CODEGEN_PETSTORE_API_KEY` */
  readonly variable: string;
}

/** Whether a terminal shows the whole text. */
function isPrintable(text: string): boolean {
  const line = text.replace(/[\t\n]/g, " ");
  return escapeHidden(line) === line;
}

/**
 * Prints a request as a `curl` command for a POSIX shell. It sends what the server would send; credentials are shell
 * variables.
 *
 * @param options More arguments for curl, such as `--cert "$CERT"`
 */
export function curlCommand(
  request: HttpRequest,
  placeholders: readonly Placeholder[],
  options: readonly string[] = [],
): string {
  const quote = (text: string): string => shellWord(text, placeholders);
  const { method, url, headers, body } = request;
  const content = body === undefined ? undefined : contentOf(body);
  const words = [
    // Brackets and braces in the URL are literal.
    "curl --globoff",
    ...(method === "HEAD" ? ["--head"] : []),
    ...(method === "GET" || method === "HEAD" ? [] : [`--request ${quote(method)}`]),
    quote(url),
    ...options,
    ...Object.entries(headers).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    ...(content === undefined
      ? []
      : [`--data-binary ${content.kind === "text" ? quote(content.text) : "@-"}`]),
  ];
  const command = words.join(" \\\n  ");
  return content?.kind === "bytes"
    ? `printf %s ${quote(content.base64)} | base64 -d | ${command}`
    : command;
}

/** Uses base64 for what a shell or curl would misread; curl reads data that begins with `@` from a file. */
function contentOf(
  body: string | Uint8Array,
):
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly base64: string } {
  const bytes = Buffer.from(body);
  const text = bytes.toString("utf8");
  const isText = isPrintable(text) && !text.startsWith("@") && bytes.equals(Buffer.from(text));
  return isText ? { kind: "text", text } : { kind: "bytes", base64: bytes.toString("base64") };
}

/** Quotes a text as one word of a POSIX shell, in which only the placeholders are expanded. */
export function shellWord(text: string, placeholders: readonly Placeholder[] = []): string {
  let parts: readonly string[] = [text];
  for (const placeholder of placeholders) {
    parts = parts.flatMap((part) => splitAt(part, placeholder.text));
  }
  const variables = new Map(placeholders.map((each) => [each.text, each.variable]));
  const word = parts
    .filter((part) => part !== "")
    .map((part) => {
      const variable = variables.get(part);
      return variable === undefined ? quoted(part) : `"$${variable}"`;
    })
    .join("");
  return word === "" ? "''" : word;
}

function splitAt(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]));
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
