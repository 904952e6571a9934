import { buildTools, tsconfig } from "../build-tools.js";
import type { EmitOptions } from "../emit-options.js";
import { fileEnding } from "../file-context.js";
import type { GeneratedFile } from "../generated-file.js";
import { codeSpan, plainText } from "../markdown.js";
import { bundledRuntime, packagedRuntime } from "../runtime-specifier.js";
import type { Templates } from "../templates/templates.js";
import { editorConfig, withTabs } from "../tool-settings.js";
import type { ClientView } from "./client-view.js";

/** Returns the files of a client's project that are written once and then belong to the user. */
export function clientScaffold(
  view: ClientView,
  options: EmitOptions,
  templates: Templates,
): readonly GeneratedFile[] {
  const { className, name, title, sourceName, methods } = view;
  const { runtimeSpecifier, generatorVersion } = options;
  const ending = fileEnding(options.importExtension);
  const bundled = runtimeSpecifier === bundledRuntime;
  const runtimeDependency = runtimeSpecifier === packagedRuntime ? generatorVersion : "";
  const packageName = `${name}-client`;
  const readme = templates.render("client/README.md", {
    title: plainText(title),
    source: codeSpan(sourceName),
    className,
    ending,
    bundled,
    methods: methods.map(({ symbol, calls, doc }) => ({
      symbol,
      calls,
      what: plainText(doc[0] ?? ""),
    })),
  });
  const file = (path: string, content: string): GeneratedFile => ({
    path,
    content: path.endsWith(".json") ? withTabs(content) : content,
    role: "scaffold",
  });
  return [
    {
      ...file("src/main.ts", templates.render("client/main.ts", { className, ending })),
      ...(templates.isCustom("client/main.ts") && { isCustom: true }),
    },
    file(
      "package.json",
      templates.render("client/package.json", {
        packageName,
        bundled,
        runtimeDependency,
        ...buildTools(options.importExtension, runtimeSpecifier),
      }),
    ),
    file("tsconfig.json", tsconfig(options.importExtension, templates)),
    // The README lists the methods, so keep it current.
    { ...file("README.md", readme), refresh: true },
    file(".gitignore", templates.render("gitignore", { worker: false })),
    file(".editorconfig", editorConfig),
  ];
}
