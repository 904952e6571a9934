import { hasLogin } from "../../../runtime/contract/credential-methods.js";
import { claudeCode, mcpServers, vsCode } from "../client-entries.js";
import { tsconfig } from "../build-tools.js";
import type { EmitOptions } from "../emit-options.js";
import { fileEnding } from "../file-context.js";
import type { GeneratedFile } from "../generated-file.js";
import { stringLiteral } from "../literal.js";
import { codeSpan, plainText } from "../markdown.js";
import { packageJson } from "../package-json.js";
import { readmeRow, readmeVariables } from "../readme.js";
import { bundledRuntime } from "../runtime-specifier.js";
import { fromSource } from "../scaffold.js";
import type { Templates } from "../templates/templates.js";
import { editorConfig, withTabs } from "../tool-settings.js";
import { declareTypes } from "../types/declare-types.js";
import { outputText } from "../types/operation-types.js";
import type { GatewayView } from "./gateway-view.js";

/** Returns the files of a project of several documents that are written once and then belong to the user. */
export function gatewayScaffold(
  view: GatewayView,
  options: EmitOptions,
  templates: Templates,
): readonly GeneratedFile[] {
  const packageName = `${view.name}-mcp`;
  const file = (path: string, content: string): GeneratedFile => ({
    path,
    content: path.endsWith(".json") ? withTabs(content) : content,
    role: "scaffold",
  });
  const facts = { packageName, tests: false, registryName: "" };
  return [
    {
      ...file("src/main.ts", mainFile(view, options, templates)),
      ...(templates.isCustom("gateway/main.ts") && { isCustom: true }),
    },
    file("package.json", packageJson(facts, options, templates)),
    file("tsconfig.json", tsconfig(options.importExtension, templates)),
    // The README lists the tools, so keep it current.
    { ...file("README.md", readme(view, packageName, options, templates)), refresh: true },
    file(".gitignore", templates.render("gitignore", { worker: false })),
    file(".editorconfig", editorConfig),
  ];
}

function mainFile(
  { className, documents }: GatewayView,
  { runtimeSpecifier, importExtension }: EmitOptions,
  templates: Templates,
): string {
  const shown = documents.find(({ surface }) => surface.operations.length > 0);
  const operation = shown?.surface.operations[0];
  return templates.render("gateway/main.ts", {
    runtime: stringLiteral(fromSource(runtimeSpecifier)),
    className,
    ending: fileEnding(importExtension),
    example:
      shown && operation
        ? {
            folder: shown.folder,
            className: shown.surface.className,
            symbol: shown.symbol,
            operation: operation.symbol,
            input: operation.inputTypeName,
            output: outputText(operation, declareTypes(shown.surface, shown.model)),
          }
        : false,
  });
}

function readme(
  { name, title, documents }: GatewayView,
  packageName: string,
  { runtimeSpecifier, importExtension }: EmitOptions,
  templates: Templates,
): string {
  const main = `/path/to/${packageName}/dist/main.js`;
  const variables = documents.flatMap(({ surface }) =>
    readmeVariables(surface.api).map((each) => ({
      ...each,
      document: codeSpan(surface.sourceName),
    })),
  );
  const credentials = variables.filter((each) => each.credential).map((each) => each.name);
  return templates.render("gateway/README.md", {
    title: plainText(title),
    packageName,
    bundled: runtimeSpecifier === bundledRuntime,
    runsSources: importExtension === "ts",
    claudeCode: claudeCode(name, main, credentials),
    mcpServers: mcpServers(name, main, credentials),
    vsCode: vsCode(name, main, credentials),
    variables,
    main,
    login: documents.some(({ surface }) => hasLogin(surface.api)),
    documents: documents.map(({ prefix, surface }) => ({
      source: codeSpan(surface.sourceName),
      className: surface.className,
      prefixCell: prefix === "" ? "" : codeSpan(prefix),
      heading: plainText(surface.api.title),
      offers: surface.operations.map((each) => {
        const row = readmeRow(each);
        const { expose } = each.facts;
        return expose.as === "tool" ? { ...row, name: codeSpan(prefix + expose.name) } : row;
      }),
    })),
  });
}
