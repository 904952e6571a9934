import { fileContext } from "../emit.js";
import type { EmitOptions } from "../emit-options.js";
import { fileEnding } from "../file-context.js";
import type { GeneratedFile } from "../generated-file.js";
import { runtimeFolder } from "../runtime-folder.js";
import type { TemplateName } from "../templates/template-model.js";
import { settingsOfGenerated } from "../tool-settings.js";
import { typesFile } from "../types/types-file.js";
import { clientFile } from "./client-file.js";
import { clientScaffold } from "./client-scaffold.js";
import type { ClientView } from "./client-view.js";

/** Returns the files of a client, without `dist/`. The same view gives the same bytes. */
export function emitClient(view: ClientView, options: EmitOptions): readonly GeneratedFile[] {
  const folder = options.layout === "project" ? "src/generated/" : "";
  const context = fileContext(view.sourceName, options);
  const { header, templates } = context;
  const generated = (name: string, template: TemplateName, content: string): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "generated",
    ...(templates.isCustom(template) && { isCustom: true }),
  });
  const { className } = view;
  const ending = fileEnding(options.importExtension);
  const index = templates.render("client/index.ts", { header, className, ending });
  return [
    generated("types.ts", "types.ts", typesFile(view, context)),
    generated("client.ts", "client/client.ts", clientFile(view, context)),
    generated("index.ts", "client/index.ts", index),
    ...settingsOfGenerated(folder),
    ...(options.layout === "project" ? clientScaffold(view, options, templates) : []),
    ...runtimeFolder(options.runtimeFiles ?? [], "runtime/"),
  ];
}
