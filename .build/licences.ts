import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository?: string | { readonly url: string };
}

/** Returns our licence and those of the packages in a bundle. */
export function licences(modules: readonly string[]): string {
  const packages = new Set(
    modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const parts = [...packages].sort().map((folder) => {
    const { name, version, license, repository } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    ) as Manifest;
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"]
      .map((each) => path.join(folder, each))
      .find((each) => existsSync(each));
    const text = file ? readFileSync(file, "utf8").trim() : `Licence: ${license}`;
    const source = /\bMPL-/.test(license) ? `${sourceForm(name, version, repository)}\n\n` : "";
    return `${name} ${version}\n\n${source}${text}\n`;
  });
  return [readFileSync(path.join(root, "LICENSE"), "utf8"), ...parts].join(
    `\n${"-".repeat(40)}\n\n`,
  );
}

/** Says where to get the source of a package whose licence asks for it. @see MPL-2.0, 3.2 (a) */
function sourceForm(name: string, version: string, repository: Manifest["repository"]): string {
  const url = typeof repository === "object" ? repository.url : repository;
  if (url === undefined) throw new Error(`${name} names no repository of its source`);
  const web = url.replace(/^(?:git\+|git:\/\/)?(?:https:\/\/)?/, "https://").replace(/\.git$/, "");
  return [
    `This package is in the bundle in executable form. Its source form, under`,
    `the licence below, is at ${web} (version ${version}), and in the npm package`,
    `${name}@${version}.`,
  ].join("\n");
}
