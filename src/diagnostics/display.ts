import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the name of a file for messages: a path, relative to the working directory if that is shorter, `<stdin>`, or
 * a URL without credentials, query and fragment.
 */
export function displayFile(url: string, cwd: string): string {
  if (url === "stdin:") return "<stdin>";
  if (url.startsWith("file:")) {
    try {
      const file = fileURLToPath(url);
      const relative = path.relative(cwd, file);
      const shown = relative === "" || relative.length > file.length ? file : relative;
      return shown.split(path.sep).join("/");
    } catch {
      return url;
    }
  }
  return URL.canParse(url) ? withoutSecrets(new URL(url)) : url;
}

/** Returns a reference as the document writes it, but a URL without credentials and query. */
export function displayReference(ref: string): string {
  if (!/^https?:/i.test(ref) || !URL.canParse(ref)) return ref;
  const url = new URL(ref);
  return url.username === "" && url.password === "" && url.search === ""
    ? ref
    : withoutSecrets(url) + url.hash;
}

function withoutSecrets(url: URL): string {
  return url.origin === "null" ? url.protocol + url.pathname : url.origin + url.pathname;
}

/** Formats `1234567` as `1,234,567`, independently of the locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
