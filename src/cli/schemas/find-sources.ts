import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import picomatch from "picomatch";
import { UsageError } from "../usage-error.js";

/**
 * Returns the absolute paths of the sources that patterns name, sorted. Declarations, and schemas that were written, are none.
 *
 * @throws UsageError for a pattern that names nothing
 */
export function findSources(cwd: string, patterns: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const files = matching(cwd, pattern).filter(isSource);
    if (files.length === 0) throw new UsageError(`${pattern} names no TypeScript file.`);
    for (const file of files) found.add(path.resolve(cwd, file));
  }
  return [...found].sort();
}

function matching(cwd: string, pattern: string): readonly string[] {
  const { base, isGlob } = picomatch.scan(pattern);
  if (!isGlob)
    return statSync(path.resolve(cwd, pattern), { throwIfNoEntry: false }) ? [pattern] : [];
  const folder = path.resolve(cwd, base);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const matches = picomatch(pattern.replace(/^\.\//, ""));
  return sourcesBelow(folder)
    .map((file) => path.relative(cwd, file).replaceAll("\\", "/"))
    .filter((file) => matches(file));
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [file] : [];
    return entry.name === "node_modules" || entry.name.startsWith(".") ? [] : sourcesBelow(file);
  });
}

function isSource(file: string): boolean {
  return /\.m?tsx?$/.test(file) && !/\.(?:d|schemas)\.m?ts$/.test(file);
}
