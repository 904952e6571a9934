import { fileHeader, runtimeFiles } from "../emit.js";
import type { EmitOptions } from "../emit-options.js";
import type { GeneratedFile } from "../generated-file.js";
import { render } from "../render.js";
import { typesFile } from "../types/types-file.js";
import { clientFile } from "./client-file.js";
import { clientScaffold } from "./client-scaffold.js";
import type { ClientView } from "./client-view.js";

/** Returns the files of a client, without `dist/`. The same view gives the same bytes. */
export function emitClient(view: ClientView, options: EmitOptions): readonly GeneratedFile[] {
  const folder = options.layout === "project" ? "src/generated/" : "";
  const { runtimeSpecifier } = options;
  const header = fileHeader(view.sourceName, options);
  const generated = (name: string, content: string): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "generated",
  });
  return [
    generated("types.ts", typesFile(view, header, runtimeSpecifier)),
    generated("client.ts", clientFile(view, header, runtimeSpecifier)),
    generated("index.ts", render("client/index.ts", { header, className: view.className })),
    ...(options.layout === "project" ? clientScaffold(view, options) : []),
    ...runtimeFiles(options),
  ];
}
