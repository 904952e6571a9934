/** TypeScript from 5.5 to the project's own version checks and builds what is generated, with the runtime's declarations. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import type { ImportExtension } from "../../src/emit/file-context.js";
import { root } from "../support/cli.js";
import { hostProgram, workFolder } from "./installed.js";
import { checkProgram, generateShop, installPackage, runTool } from "./shop.js";

const work = workFolder();
const tsc = "bin/tsc";

interface Compiler {
  readonly version: string;
  readonly program: string;
}

const compilers: readonly Compiler[] = [
  ...["5.5", "5.6", "5.7", "5.8"].map((version) => ({
    version,
    program: hostProgram(`typescript-${version}/${tsc}`),
  })),
  { version: "5.9", program: hostProgram(`typescript/${tsc}`) },
  { version: "6.0", program: hostProgram(`typescript-6.0/${tsc}`) },
  { version: "7.0", program: path.join(root, `node_modules/typescript/${tsc}`) },
];

/** The first version with `rewriteRelativeImportExtensions`, without which a project of .ts imports can't be built. */
const rewrites = "5.7";

/** Options of the user's own project, by the ending of imports in generated modules. */
const users: Readonly<Record<ImportExtension, object>> = {
  // Only here: checking the declarations of the runtime and of Node.js takes longer than the rest.
  js: { module: "NodeNext", skipLibCheck: false },
  ts: { module: "NodeNext", skipLibCheck: true, allowImportingTsExtensions: true },
  none: { module: "ESNext", moduleResolution: "Bundler", skipLibCheck: true },
};

const strict = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  types: ["node"],
};

for (const extension of ["js", "ts", "none"] satisfies readonly ImportExtension[]) {
  describe(`imports that end as --import-extension ${extension} says`, { concurrency: 1 }, () => {
    const project = path.join(work, extension);
    const modules = path.join(work, `${extension}-module`);

    before(async () => {
      await generateShop(project, extension);
      mkdirSync(path.join(modules, "src"), { recursive: true });
      installPackage(modules);
      await generateShop(
        path.join(modules, "src/generated"),
        extension,
        "--layout",
        "module",
        "--runtime",
        "package",
      );
      writeFileSync(path.join(modules, "package.json"), '{ "type": "module" }');
      for (const name of ["@types/node", "undici-types"]) {
        const target = hostProgram(name);
        mkdirSync(path.dirname(path.join(modules, "node_modules", name)), { recursive: true });
        symlinkSync(target, path.join(modules, "node_modules", name));
      }
    });

    for (const { version, program } of compilers) {
      if (extension !== "ts" || version >= rewrites) {
        test(`TypeScript ${version} takes the project`, async () => {
          runTool(process.execPath, [program, "-p", "."], project);
          await checkProgram(process.execPath, ["dist/main.js"], project);
        });
      }

      test(`TypeScript ${version} takes modules in a project of the user`, () => {
        const compilerOptions = { ...strict, ...users[extension] };
        const config = { compilerOptions, include: ["src"] };
        writeFileSync(path.join(modules, "tsconfig.json"), JSON.stringify(config));
        runTool(process.execPath, [program, "-p", "."], modules);
      });
    }
  });
}
