import path from "node:path";
import type { UserSource } from "../emit/compile.js";

const specifierPattern =
  /\bfrom\s*["']([^"'\n]+)["']|\bimport\s*\(?\s*["']([^"'\n]+)["']|\brequire\s*\(\s*["']([^"'\n]+)["']/g;

/**
 * Returns the sources that import the generated folder, or that import such a source. Paths are relative to one folder, with
 * `/` between names. An import by an alias counts if its last names are those of a file that is looked for: checking a file
 * too many costs a little time, one too few would miss an override.
 */
export function reachingSources(
  sources: readonly UserSource[],
  generated: string,
): readonly UserSource[] {
  const imports = sources.map((source) => ({ source, targets: targetsOf(source) }));
  const wanted = new Set([generated]);
  const reached = new Set<UserSource>();
  let before = -1;
  while (reached.size !== before) {
    before = reached.size;
    for (const { source, targets } of imports) {
      if (reached.has(source) || !targets.some((target) => isWanted(target, wanted, generated))) {
        continue;
      }
      reached.add(source);
      wanted.add(stemOf(source.path));
    }
  }
  return sources.filter((source) => reached.has(source));
}

interface Target {
  /** The path of a relative import, without its extension. */
  readonly path?: string;
  /** The last name of an import by an alias. */
  readonly alias?: string;
}

function targetsOf({ path: from, content }: UserSource): readonly Target[] {
  const folder = path.posix.dirname(from);
  return [...content.matchAll(specifierPattern)].map((match): Target => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? "";
    if (specifier.startsWith(".")) return { path: stemOf(path.posix.join(folder, specifier)) };
    return { alias: stemOf(specifier) };
  });
}

function isWanted(target: Target, wanted: ReadonlySet<string>, generated: string): boolean {
  if (target.path !== undefined) {
    return wanted.has(target.path) || `${target.path}/`.startsWith(`${generated}/`);
  }
  const { alias = "" } = target;
  if (alias.startsWith("node:")) return false;
  return [...wanted].some((stem) => endsAlike(alias, stem)) || isInside(alias, generated);
}

/** Whether an alias such as `@/mcp/server` or `#mcp/server` may name the file `src/mcp/server`. */
function endsAlike(alias: string, stem: string): boolean {
  const name = path.posix.basename(stem);
  return alias === name || alias.endsWith(`/${name}`) || alias === `#${name}`;
}

/** Whether an alias such as `#generated/index` may name a file of the generated folder. */
function isInside(alias: string, generated: string): boolean {
  const name = path.posix.basename(generated);
  return alias.split(/[/#@~]/).includes(name);
}

/** `./base.js`, `./base.ts` and `./base` are one file, and so are a folder and its index. */
function stemOf(file: string): string {
  const stem = file.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/+$/, "");
  return stem.endsWith("/index") ? stem.slice(0, -"/index".length) : stem;
}
