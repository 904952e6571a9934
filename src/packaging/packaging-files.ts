import { apiVariables } from "../emit/api-variables.js";
import type { EmitOptions } from "../emit/emit-options.js";
import { fileEnding } from "../emit/file-context.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { stringLiteral } from "../emit/literal.js";
import { bundledRuntime } from "../emit/runtime-specifier.js";
import { fromSource } from "../emit/scaffold.js";
import { builtInTemplates } from "../emit/templates/templates.js";
import type { Surface } from "../surface/model.js";
import { bundleManifest } from "./bundle-manifest.js";
import { registryEntry } from "./registry-entry.js";
import { describeVariable } from "./describe-variable.js";

/** Returns the files that ship a complete project: each is written once and then belongs to the user. */
export function packagingFiles(
  surface: Surface,
  { packaging, runtimeSpecifier, importExtension, templates = builtInTemplates }: EmitOptions,
): readonly GeneratedFile[] {
  if (!packaging) return [];
  const { docker, mcpb, worker, registryName } = packaging;
  const packageName = `${surface.api.name}-mcp`;
  const bundled = runtimeSpecifier === bundledRuntime;
  const needed = apiVariables(surface.api).filter(({ usual }) => usual);
  const image = {
    packageName,
    bundled,
    registryName: registryName ?? "",
    envFlags: ["…", ...needed.map(({ name }) => `-e ${name}=…`)].join(" "),
  };
  return [
    ...(docker
      ? [
          scaffold("Dockerfile", templates.render("packaging/Dockerfile", image)),
          scaffold(".dockerignore", templates.render("packaging/dockerignore", {})),
        ]
      : []),
    ...(mcpb
      ? [
          // The bundle lists the tools and asks for the credentials, so keep it current until the user changes it.
          {
            ...scaffold("manifest.json", bundleManifest(surface, packageName)),
            refresh: true as const,
          },
          scaffold(".mcpbignore", templates.render("packaging/mcpbignore", {})),
        ]
      : []),
    ...(worker
      ? [
          {
            ...scaffold(
              "src/worker.ts",
              templates.render("packaging/worker.ts", {
                runtime: stringLiteral(fromSource(runtimeSpecifier)),
                className: surface.className,
                ending: fileEnding(importExtension),
              }),
            ),
            ...(templates.isCustom("packaging/worker.ts") && { isCustom: true as const }),
          },
          scaffold(
            "wrangler.jsonc",
            templates.render("packaging/wrangler.jsonc", {
              packageName,
              // A label of a host name has at most 63 characters.
              workerName: packageName.slice(0, 63).replace(/-+$/, ""),
              secrets: needed.map((each) => ({ name: each.name, meaning: describeVariable(each) })),
            }),
          ),
        ]
      : []),
    ...(registryName === undefined
      ? []
      : [scaffold("server.json", registryEntry(surface, packageName, registryName))]),
  ];
}

function scaffold(path: string, content: string): GeneratedFile {
  return { path, content, role: "scaffold" };
}
