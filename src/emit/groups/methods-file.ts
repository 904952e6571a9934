import type { Surface } from "../../surface/model.js";
import { moduleSpecifier, type FileContext } from "../file-context.js";
import { importOf, importStatement } from "../imports.js";
import { breakLongLines, methodViews, serverFile, type BaseClass } from "../server-file.js";
import type { DeclaredTypes } from "../types/declare-types.js";
import { importTypes, usesMedia } from "../types/operation-types.js";
import { aboutGroups, type CodeFile } from "./code-file.js";
import { fromFolder } from "./grouped-files.js";
import type { MethodGroup } from "./method-groups.js";

/**
 * Returns `server.ts`, and below `server/` the classes that have its methods. Each extends the one before it: so a user's class
 * overrides any method as if all of them were in one class, and a new tag changes one line of another file.
 */
export function splitServer(
  surface: Surface,
  groups: readonly MethodGroup[],
  types: DeclaredTypes,
  context: FileContext,
): readonly CodeFile[] {
  const files: CodeFile[] = [];
  let base: BaseClass | undefined;
  for (const group of groups) {
    const content = methodsFile(group, base, types, context);
    files.push({ name: `server/${group.name}.ts`, template: "methods.ts", content });
    base = group;
  }
  const content = serverFile(surface, types, context, base);
  return [{ name: "server.ts", template: "server.ts", content }, ...files];
}

function methodsFile(
  { className, groups, operations }: MethodGroup,
  base: BaseClass | undefined,
  types: DeclaredTypes,
  context: FileContext,
): string {
  const { header, templates } = context;
  const runtime = fromFolder(context.runtimeSpecifier);
  const fromRuntime = ["CallContext", ...(usesMedia(operations) ? ["Media"] : []), "Registrar"];
  const imports = [
    base
      ? importStatement("import type", fromRuntime, runtime)
      : importStatement(
          "import",
          ["OpenApiServer", ...fromRuntime.map((name) => `type ${name}`)],
          runtime,
        ),
    `import * as operations from "${moduleSpecifier("../operations", context)}";`,
    ...(base ? [importOf(base.className, moduleSpecifier(`./${base.name}`, context))] : []),
    importTypes(operations, types, moduleSpecifier("../types", context)),
  ];
  const text = templates.render("methods.ts", {
    header,
    about: aboutGroups(groups),
    imports: imports.join("\n"),
    className,
    base: base?.className ?? "OpenApiServer",
    operations: methodViews(operations, types),
  });
  return breakLongLines(text);
}
