import { defined } from "../../../runtime/protocol/defined.js";
import { fileContext } from "../emit.js";
import { commentLine } from "../comment.js";
import type { EmitOptions } from "../emit-options.js";
import { fileEnding, moduleSpecifier, type FileContext } from "../file-context.js";
import type { GeneratedFile } from "../generated-file.js";
import { importOf, importStatement } from "../imports.js";
import { printMember, stringLiteral } from "../literal.js";
import { codeSpan, plainText } from "../markdown.js";
import { runtimeFolder } from "../runtime-folder.js";
import type { TemplateName } from "../templates/template-model.js";
import { settingsOfGenerated } from "../tool-settings.js";
import { gatewayScaffold } from "./gateway-scaffold.js";
import type { GatewayView } from "./gateway-view.js";

const folder = "src/generated/";

/**
 * Returns the files of a project that mounts the servers of several documents, without their modules and without `dist/`. The
 * same view gives the same bytes.
 */
export function emitGateway(view: GatewayView, options: EmitOptions): readonly GeneratedFile[] {
  const context = fileContext("", options);
  const { header, templates } = context;
  const { className } = view;
  const ending = fileEnding(options.importExtension);
  const generated = (name: string, template: TemplateName, content: string): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "generated",
    ...(templates.isCustom(template) && { isCustom: true }),
  });
  const index = templates.render("gateway/index.ts", { header, className, ending });
  return [
    generated("server.ts", "gateway/server.ts", serverFile(view, context)),
    generated("index.ts", "gateway/index.ts", index),
    ...settingsOfGenerated(folder),
    ...gatewayScaffold(view, options, templates),
    ...runtimeFolder(options.runtimeFiles ?? [], "runtime/"),
  ];
}

function serverFile(view: GatewayView, context: FileContext): string {
  const { name, title, version, instructions, className, documents } = view;
  const names = ["OpenApiGateway", "type Api", "type OpenApiServerOptions", "type Registrar"];
  const imports = [
    importStatement("import", names, context.runtimeSpecifier),
    ...documents.map((each) =>
      importOf(each.surface.className, moduleSpecifier(`./${each.folder}/index`, context)),
    ),
  ];
  const api = { name, title, version, ...defined({ instructions }), servers: [], baseUrlEnv: "" };
  return context.templates.render("gateway/server.ts", {
    header: context.header,
    imports: imports.join("\n"),
    className,
    title: commentLine(plainText(`${title} ${version}`)),
    api: Object.entries(api).map(([member, value]) => printMember(member, value, 4)),
    documents: documents.map(({ symbol, prefix, surface }) => ({
      symbol,
      className: surface.className,
      source: commentLine(codeSpan(surface.sourceName)),
      prefix: stringLiteral(prefix),
      prefixCell: prefix === "" ? "" : codeSpan(prefix),
    })),
  });
}
