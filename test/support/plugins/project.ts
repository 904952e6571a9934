/** A project that a bundler builds, whose server the plugin of the package generates from a document. */
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const document = (summary: string): string => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: ${summary}
      responses: { "204": { description: Nothing. } }
`;

export const brokenDocument = "openapi: 3.1.0\ninfo: [\n";

/** Where the mistake of the broken document is told. */
export const located: RegExp = /openapi\.yaml:\d+:\d+: error\[syntax\]/;

/** Of the options of the plugin. */
export interface PluginOptions {
  readonly cwd: string;
  readonly input: string;
  readonly out: string;
  readonly layout: "module";
  readonly runtime: "package";
}

export interface PluginProject {
  readonly folder: string;
  readonly entry: string;
  /** Folder of what the bundler writes. */
  readonly dist: string;
  readonly generated: string;
  readonly options: PluginOptions;
  save(text: string): void;
  /** Imports modules as files of the project import them, by the name of each. */
  load(modules: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
}

/** @param parent a folder that has a node_modules, or is below one that has */
export function pluginProject(parent: string): PluginProject {
  const folder = mkdtempSync(path.join(parent, "project-"));
  const generated = path.join(folder, "src/gen");
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const entry = path.join(folder, "src/main.ts");
  writeFileSync(entry, 'export { PetsServer } from "./gen/index.js";\n');
  const save = (text: string): void => writeFileSync(path.join(folder, "openapi.yaml"), text);
  save(document("List the pets."));
  return {
    folder,
    entry,
    dist: path.join(folder, "dist"),
    generated,
    save,
    options: {
      cwd: folder,
      input: "openapi.yaml",
      out: generated,
      layout: "module",
      runtime: "package",
    },
    async load(modules) {
      const file = path.join(folder, `load-${Object.keys(modules).join("-")}.js`);
      const lines = Object.entries(modules).map(
        ([name, module]) => `export * as ${name} from "${module}";\n`,
      );
      writeFileSync(file, lines.join(""));
      return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
    },
  };
}

/** Returns when each file below a folder was written, and which file it is. */
export function writesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const { ino, mtimeMs } = statSync(path.join(folder, name));
      return [name, `${ino} ${mtimeMs}`];
    }),
  );
}
