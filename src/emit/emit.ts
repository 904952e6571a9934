import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel } from "../operations/model.js";
import type { Surface } from "../surface/model.js";
import { commentLine } from "./comment.js";
import type { EmitOptions } from "./emit-options.js";
import { fileEnding, type FileContext } from "./file-context.js";
import { groupOperations } from "./groups/group-operations.js";
import type { CodeFile } from "./groups/code-file.js";
import { groupedFiles } from "./groups/grouped-files.js";
import { groupMethods, splitsMethods } from "./groups/method-groups.js";
import { splitServer } from "./groups/methods-file.js";
import { declareTypes, type DeclaredTypes } from "./types/declare-types.js";
import type { GeneratedFile } from "./generated-file.js";
import { operationsFile, wholeInputsFile } from "./operations-file.js";
import { runtimeFolder } from "./runtime-folder.js";
import { scaffold } from "./scaffold.js";
import { serverFile } from "./server-file.js";
import type { TemplateName } from "./templates/template-model.js";
import { builtInTemplates } from "./templates/templates.js";
import { typesFile } from "./types/types-file.js";
import { eslintDirective, settingsOfGenerated } from "./tool-settings.js";
import type { Work } from "../diagnostics/work.js";

/**
 * Returns the output, without `dist/`, as files in memory. The same surface gives the same bytes. The code avoids
 * ts-morph: loading it takes longer than writing the types of a thousand operations.
 */
export function emitFiles(
  surface: Surface,
  model: ApiModel,
  options: EmitOptions,
): readonly GeneratedFile[] {
  const project = options.layout === "project";
  const folder = project ? "src/generated/" : "";
  const context = fileContext(surface.sourceName, options);
  const { header, templates } = context;
  const { className } = surface;
  const ending = fileEnding(options.importExtension);
  const types = declareTypes(surface, model);
  const whole = surface.api.wholeInputs?.();
  const generated = (
    name: string,
    content: string,
    template = name as TemplateName,
  ): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "generated",
    ...(templates.isCustom(template) && { isCustom: true }),
  });
  return [
    ...codeFiles(surface, types, options, context).map(({ name, content, template }) =>
      generated(name, content, template),
    ),
    ...(whole ? [generated("whole-inputs.ts", wholeInputsFile(whole, context))] : []),
    generated("index.ts", templates.render("index.ts", { header, className, ending })),
    ...settingsOfGenerated(folder),
    ...(project ? scaffold(surface, types, options, templates) : []),
    ...runtimeFolder(options.runtimeFiles ?? [], "runtime/"),
  ];
}

/** Returns the types and facts of the operations and the class: three files, or more for many operations. */
function codeFiles(
  surface: Surface,
  types: DeclaredTypes,
  { split }: EmitOptions,
  context: FileContext,
): readonly CodeFile[] {
  const { operations, api } = surface;
  const groups = groupOperations(operations, split);
  const server = (): CodeFile => ({
    name: "server.ts",
    template: "server.ts",
    content: serverFile(surface, types, context),
  });
  if (groups) {
    // A template of the user's for the whole class need not know that its methods are elsewhere.
    const isLarge = splitsMethods(operations, split) && !context.templates.isCustom("server.ts");
    const taken = [surface.className, ...types.declarations.map(({ name }) => name)];
    const methods = isLarge ? groupMethods(groups, taken) : undefined;
    return [
      ...groupedFiles(surface, groups, types, context, methods),
      ...(methods ? splitServer(surface, methods, types, context) : [server()]),
    ];
  }
  const { inputSchemas, outputSchemas } = api;
  const facts = { operations, inputSchemas, outputSchemas };
  return [
    { name: "types.ts", template: "types.ts", content: typesFile(types, context) },
    {
      name: "operations.ts",
      template: "operations.ts",
      content: operationsFile(facts, types, context, "./types"),
    },
    server(),
  ];
}

/**
 * Returns the tests of the operations as one more file, and a diagnostic for each operation without a test. This is
 * separate from `emitFiles` because it is slow: it calls every operation once.
 */
export async function emitTests(
  surface: Surface,
  model: ApiModel,
  options: EmitOptions,
  work: Work,
): Promise<{ readonly file: GeneratedFile; readonly diagnostics: readonly Diagnostic[] }> {
  const { testsFile } = await import("./tests/tests-file.js");
  return testsFile(
    surface,
    model,
    { ...fileContext(surface.sourceName, options), layout: options.layout },
    work,
  );
}

/** Returns what every generated file of an output needs. */
export function fileContext(sourceName: string, options: EmitOptions): FileContext {
  const { runtimeSpecifier, importExtension, templates = builtInTemplates } = options;
  const { generatorVersion, optionsEcho } = options;
  return {
    header: fileHeader(`mcp-codegen ${generatorVersion}`),
    mainHeader: fileHeader(
      `mcp-codegen ${generatorVersion} from ${commentLine(sourceName)}`,
      optionsEcho,
    ),
    runtimeSpecifier,
    importExtension,
    templates,
  };
}

/** Returns the comment that marks each generated file for reviewers, ESLint (oxlint reads its directives) and Biome. */
function fileHeader(origin: string, optionsEcho?: string): string {
  return [
    `// @generated by ${origin}. Do not edit: the next run overwrites it.`,
    ...(optionsEcho ? [`// Options: ${commentLine(optionsEcho)}`] : []),
    eslintDirective,
    "// biome-ignore-all lint format assist: generated",
  ].join("\n");
}
