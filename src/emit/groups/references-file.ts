import {
  indexedNames,
  indexedText,
  type OperationReference,
} from "../../../runtime/contract/operation-reference.js";
import { defined } from "../../../runtime/protocol/defined.js";
import type { SurfaceOperation } from "../../surface/model.js";
import { reserveName } from "../../surface/names/names.js";
import { upperStart } from "../../surface/names/symbols.js";
import { moduleSpecifier, uncheckedFacts, type FileContext } from "../file-context.js";
import { importStatement } from "../imports.js";
import { printLiteral, stringLiteral } from "../literal.js";
import type { DeclaredTypes } from "../types/declare-types.js";
import { importTypes, outputText, usesMedia } from "../types/operation-types.js";
import type { OperationGroup } from "./group-operations.js";
import { aboutGroups, type CodeFile } from "./code-file.js";
import type { MethodGroup } from "./method-groups.js";

/** Whether an operation can be loaded when it is first used, because it is not listed. */
export function isLate({ facts }: SurfaceOperation): boolean {
  return facts.expose.as === "searchable";
}

/**
 * Returns a file with references to the operations of a group, and the facts of those that are listed.
 *
 * @param inside has the specifier of the runtime relative to a folder
 */
export function referencesFile(
  { name, groups, operations }: MethodGroup,
  types: DeclaredTypes,
  inside: FileContext,
): CodeFile {
  const { header, templates, runtimeSpecifier } = uncheckedFacts(inside);
  const late = operations.filter(isLate);
  const media = usesMedia(late) ? ["Media"] : [];
  const imports = [
    importStatement("import type", [...media, "OperationReference"], runtimeSpecifier),
    importTypes(late, types, moduleSpecifier("../types", inside)),
  ];
  const loaders = loadersOf(groups);
  const content = templates.render("references.ts", {
    header,
    about: aboutGroups(groups),
    imports: imports.filter((each) => each !== "").join("\n"),
    modules: [...loaders].map(([group, loader]) => ({
      name: loader,
      specifier: stringLiteral(moduleOf(group, inside)),
    })),
    operations: groups.flatMap((group) =>
      group.operations.filter(isLate).map((operation) => ({
        symbol: operation.symbol,
        input: operation.inputTypeName,
        output: outputText(operation, types),
        facts: referenceText(operation, loaders.get(group) ?? ""),
      })),
    ),
    exports: groups.flatMap((group) => listed(group, inside)),
  });
  return { name: `references/${name}.ts`, template: "references.ts", content };
}

/** Names a function for each group that loads its module. */
function loadersOf(groups: readonly OperationGroup[]): ReadonlyMap<OperationGroup, string> {
  const taken = new Set(groups.flatMap(({ operations }) => operations.map(({ symbol }) => symbol)));
  const late = groups.filter(({ operations }) => operations.some(isLate));
  return new Map(
    late.map((group) => {
      const name = group.name.split("-").map(upperStart).join("");
      return [group, reserveName(`load${name}`, taken)];
    }),
  );
}

function moduleOf({ name }: OperationGroup, context: FileContext): string {
  return moduleSpecifier(`../operations/${name}`, context);
}

/** Returns the statements that export operations which the server lists, so that they are loaded when it starts. */
function listed(group: OperationGroup, context: FileContext): readonly string[] {
  return group.operations
    .filter((operation) => !isLate(operation))
    .map(({ symbol }) => `export { ${symbol} } from ${stringLiteral(moduleOf(group, context))};`);
}

function referenceText({ facts }: SurfaceOperation, loader: string): string {
  const { id, method, description, request, scopes, expose } = facts;
  const reference: Omit<OperationReference, "load"> = {
    id,
    ...defined({ method, description: description && beginning(description) }),
    request: { method: request.method, path: request.path },
    arguments: indexedNames(facts),
    ...defined({ scopes }),
    expose,
  };
  const text = printLiteral(reference, 0, Infinity);
  return `${text.slice(0, -1)}  load: ${loader},\n}`;
}

/** Returns the beginning of a text, without half a character at its end. */
function beginning(text: string): string {
  return text.slice(0, indexedText).replace(/[\ud800-\udbff]$/, "");
}
