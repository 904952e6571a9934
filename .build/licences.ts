import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Returns our licence and those of the packages in a bundle. */
export function licences(modules: readonly string[]): string {
  const packages = new Set(
    modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const parts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    ) as { name: string; version: string; license: string };
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"]
      .map((each) => path.join(folder, each))
      .find((each) => existsSync(each));
    const text = file ? readFileSync(file, "utf8").trim() : `Licence: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  return [readFileSync(path.join(root, "LICENSE"), "utf8"), ...parts].join(
    `\n${"-".repeat(40)}\n\n`,
  );
}
