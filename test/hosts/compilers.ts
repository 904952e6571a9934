/** TypeScript from 5.5 to the project's own version checks and builds what is generated, with the runtime's declarations. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import type { ImportExtension } from "../../src/emit/file-context.js";
import { root } from "../support/cli.js";
import { hostProgram, workFolder } from "./installed.js";
import {
  checkProgram,
  extensions,
  generateShop,
  installPackage,
  linkPackages,
  runTool,
  shopProject,
} from "./shop.js";

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

const [oldest, newest] = [compilers[0]!.version, compilers.at(-1)!.version];

/** The first version with `rewriteRelativeImportExtensions`, without which a project of .ts imports can't be built. */
const rewrites = "5.7";

/** Versions between these differ in nothing that the ending of imports touches. */
const versionsOf: Readonly<Record<ImportExtension, readonly string[]>> = {
  js: compilers.map(({ version }) => version),
  ts: [rewrites, newest],
  none: [oldest, newest],
};

for (const extension of extensions) {
  describe(`imports that end as --import-extension ${extension} says`, () => {
    for (const { version, program } of compilers) {
      if (!versionsOf[extension].includes(version)) continue;
      test(`TypeScript ${version} takes the project`, async () => {
        const project = await shopProject(extension);
        runTool(process.execPath, [program, "-p", "."], project);
        await checkProgram(process.execPath, ["dist/main.js"], project);
      });
    }

    test("npm run build builds dist/", async () => {
      const project = await shopProject(extension);
      rmSync(path.join(project, "dist"), { recursive: true });
      runTool("npm", ["run", "build"], project);
      await checkProgram(process.execPath, ["dist/main.js"], project);
    });
  });
}

/** Folders of generated modules in a project of the user, and how it finds modules. */
const users = {
  NodeNext: { folders: ["js", "ts"], options: { module: "NodeNext" } },
  Bundler: {
    folders: ["none"],
    options: { module: "ESNext", moduleResolution: "Bundler" },
  },
} as const;

const strict = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ["node"],
};

describe("modules in a project of the user", () => {
  const project = workFolder();

  before(async () => {
    installPackage(project);
    for (const extension of extensions) {
      const out = path.join(project, extension);
      await generateShop(out, extension, "--layout", "module", "--runtime", "package");
    }
    writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
    linkPackages(project, ["@types/node", "undici-types"]);
  });

  for (const [resolution, { folders, options }] of Object.entries(users)) {
    for (const { version, program } of compilers) {
      const isEnd = version === oldest || version === newest;
      if (resolution === "Bundler" && !isEnd) continue;
      test(`TypeScript ${version} takes them with module resolution ${resolution}`, () => {
        // Checking the declarations of the runtime, too, takes longer than the rest.
        const skipLibCheck = !isEnd || resolution === "Bundler";
        const compilerOptions = { ...strict, ...options, skipLibCheck };
        const config = { compilerOptions, include: folders };
        writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify(config));
        runTool(process.execPath, [program, "-p", "."], project);
      });
    }
  }
});
