/**
 * Returns the URL of a file relative to the folder of another: `parts/pet.yaml`, `../common.yaml`. For another host,
 * returns the whole URL without credentials and query.
 */
export function relativeUrl(from: string, to: string): string {
  if (from === to) return "";
  if (!URL.canParse(to)) return to;
  const target = new URL(to);
  const base = URL.canParse(from) ? new URL(from) : undefined;
  if (base === undefined || base.protocol !== target.protocol || base.host !== target.host) {
    return `${target.protocol}//${target.host}${target.pathname}`;
  }
  const folders = base.pathname.split("/").slice(0, -1);
  const path = target.pathname.split("/");
  let common = 0;
  while (common < folders.length && common < path.length - 1 && folders[common] === path[common]) {
    common++;
  }
  return [...folders.slice(common).map(() => ".."), ...path.slice(common)].join("/");
}
