import path from "node:path";
import { defined } from "../../runtime/protocol/defined.js";
import type { Surface } from "../surface/model.js";
import { tsconfig } from "./build-tools.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import type { EmitOptions } from "./emit-options.js";
import { fileEnding } from "./file-context.js";
import type { GeneratedFile } from "./generated-file.js";
import { stringLiteral } from "./literal.js";
import { outputText } from "./types/operation-types.js";
import { packageJson } from "./package-json.js";
import { editorConfig, withTabs } from "./tool-settings.js";
import { readme } from "./readme.js";
import type { Templates } from "./templates/templates.js";
import { bundledRuntime } from "./runtime-specifier.js";

/** Returns the files that are written once and then belong to the user. */
export function scaffold(
  surface: Surface,
  types: DeclaredTypes,
  options: EmitOptions,
  templates: Templates,
): readonly GeneratedFile[] {
  const packageName = `${surface.api.name}-mcp`;
  const bundled = options.runtimeSpecifier === bundledRuntime;
  const file = (filePath: string, content: string): GeneratedFile => ({
    path: filePath,
    content: filePath.endsWith(".json") ? withTabs(content) : content,
    role: "scaffold",
  });
  return [
    {
      ...file("src/main.ts", mainFile(surface, types, options, templates)),
      ...(templates.isCustom("main.ts") && { isCustom: true }),
    },
    file(
      "package.json",
      packageJson(
        {
          packageName,
          tests: options.tests ?? false,
          registryName: options.packaging?.registryName ?? "",
        },
        options,
        templates,
      ),
    ),
    file("tsconfig.json", tsconfig(options.importExtension, templates)),
    // The README lists the tools, so keep it current.
    {
      ...file(
        "README.md",
        readme(
          surface,
          packageName,
          {
            bundled,
            tests: options.tests ?? false,
            runsSources: options.importExtension === "ts",
            ...defined({ packaging: options.packaging }),
          },
          templates,
        ),
      ),
      refresh: true,
    },
    file(
      ".gitignore",
      templates.render("gitignore", { worker: options.packaging?.worker ?? false }),
    ),
    file(".editorconfig", editorConfig),
  ];
}

function mainFile(
  surface: Surface,
  types: DeclaredTypes,
  { runtimeSpecifier, importExtension, packaging }: EmitOptions,
  templates: Templates,
): string {
  const [first] = surface.operations;
  return templates.render("main.ts", {
    published: packaging?.registryName !== undefined,
    runtime: stringLiteral(fromSource(runtimeSpecifier)),
    className: surface.className,
    ending: fileEnding(importExtension),
    example: first
      ? {
          symbol: first.symbol,
          input: first.inputTypeName,
          output: outputText(first, types),
        }
      : false,
  });
}

/** Converts a specifier relative to `src/generated/` to one relative to `src/`. */
export function fromSource(specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const moved = path.posix.join("generated", specifier);
  return moved.startsWith(".") ? moved : `./${moved}`;
}
