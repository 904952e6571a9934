/** Splits a request's target, a path or a whole URL, into its path, still encoded, and its query without `?`. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const from = target.startsWith("/") ? 0 : target.indexOf("/", target.indexOf("://") + 3);
  const mark = target.indexOf("?");
  const path = mark === -1 ? target.slice(from) : target.slice(from, mark);
  return { path: from === -1 ? "/" : path, query: mark === -1 ? "" : target.slice(mark + 1) };
}
