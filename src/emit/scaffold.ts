import path from "node:path";
import { defined } from "../../runtime/protocol/defined.js";
import type { Surface } from "../surface/model.js";
import { buildTools, tsconfig } from "./build-tools.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import type { EmitOptions } from "./emit-options.js";
import { fileEnding } from "./file-context.js";
import type { GeneratedFile } from "./generated-file.js";
import { stringLiteral } from "./literal.js";
import { outputText } from "./types/operation-types.js";
import { editorConfig, withTabs } from "./tool-settings.js";
import { readme } from "./readme.js";
import type { Templates } from "./templates/templates.js";
import { bundledRuntime, packagedRuntime } from "./runtime-specifier.js";

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
      templates.render("package.json", {
        packageName,
        bundled,
        tests: options.tests ?? false,
        ...buildTools(options.importExtension, options.runtimeSpecifier),
        registryName: options.packaging?.registryName ?? "",
        generate: quotedInside(options.rerunCommand ?? ""),
        restricted: restrictedStart(options.runtimeSpecifier),
        runtimeDependency:
          options.runtimeSpecifier === packagedRuntime ? options.generatorVersion : "",
      }),
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

/** Returns a text as it stands between the quotes of a JSON string. */
function quotedInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Returns the command that starts the server with no rights but to read its own files, and to use the network.
 *
 * @see Node.js 24, Permissions
 */
function restrictedStart(specifier: string): string {
  const folders = ["package.json", "dist", folderOf(specifier)];
  return `node --permission ${folders.map((name) => `--allow-fs-read=${name}`).join(" ")} dist/main.js`;
}

/** Returns the folder of the runtime that a specifier in `src/generated/` names, relative to the project. */
function folderOf(specifier: string): string {
  if (specifier === bundledRuntime) return "runtime";
  if (!specifier.startsWith(".")) return "node_modules";
  return path.posix.join("src/generated", path.posix.dirname(specifier));
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
