import path from "node:path";
import type { Surface } from "../../surface/model.js";
import { moduleSpecifier, uncheckedFacts, type FileContext } from "../file-context.js";
import { importStatement } from "../imports.js";
import { operationsFile } from "../operations-file.js";
import type { DeclaredTypes, TypeDeclaration } from "../types/declare-types.js";
import { collectNames } from "../types/type-node.js";
import { typesFile } from "../types/types-file.js";
import type { CodeFile } from "./code-file.js";
import type { OperationGroup } from "./group-operations.js";
import type { MethodGroup } from "./method-groups.js";
import { isLate, referencesFile } from "./references-file.js";

const facts = "operations";
const schemas = "schemas";

/**
 * Returns `types.ts` and `operations.ts` as lists of exports, and below `types/` and `operations/` a file of each group and
 * one of the schemas that any of them may use. Types of operations refer to schemas only, so imports form no circle.
 *
 * @param methods the groups of the methods if the class is split: the facts are not checked again then, and `operations.ts` lists
 * references to them if there are operations that only the search tools find
 */
export function groupedFiles(
  { api }: Surface,
  groups: readonly OperationGroup[],
  types: DeclaredTypes,
  context: FileContext,
  methods?: readonly MethodGroup[],
): readonly CodeFile[] {
  const inside = { ...context, runtimeSpecifier: fromFolder(context.runtimeSpecifier) };
  const ofFacts = methods ? uncheckedFacts(inside) : inside;
  const { inputSchemas = {}, outputSchemas = {} } = api;
  const files: CodeFile[] = [];
  const add = (folder: "types" | "operations", name: string, content: string): void => {
    files.push({ name: `${folder}/${name}.ts`, template: `${folder}.ts`, content });
  };

  const { ofSchemas, ofOperations } = partition(types.declarations);
  for (const { name, label, operations } of groups) {
    const declarations = operations.flatMap(({ symbol }) => ofOperations.get(symbol) ?? []);
    const about = `Arguments and results of the operations ${label}.`;
    const imports = importSchemas(declarations, ofSchemas, context);
    add("types", name, typesFile({ declarations, about, imports }, inside));
  }
  if (ofSchemas.size > 0) {
    const about = "The schemas of the document that operations use.";
    add("types", schemas, typesFile({ declarations: [...ofSchemas.values()], about }, inside));
  }
  const typesModule = "../types";
  for (const { name, label, operations } of groups) {
    const about = `Operations ${label}.`;
    add(facts, name, operationsFile({ operations, about }, types, ofFacts, typesModule));
  }
  if (Object.keys(inputSchemas).length + Object.keys(outputSchemas).length > 0) {
    const about = "The schemas that operations share.";
    const shared = { operations: [], inputSchemas, outputSchemas, about };
    add(facts, schemas, operationsFile(shared, types, ofFacts, typesModule));
  }
  const late = methods?.filter(({ operations }) => operations.some(isLate)) ?? [];
  const isLateGroup = new Set(late.flatMap((each) => each.groups.map(({ name }) => name)));
  const references = late.map((group) => referencesFile(group, types, inside));
  const listed = files.filter(
    ({ name, template }) =>
      template === `${facts}.ts` && !isLateGroup.has(name.slice(`${facts}/`.length, -".ts".length)),
  );
  return [
    list(
      "types",
      files.filter(({ template }) => template === "types.ts"),
      context,
    ),
    list(facts, [...references, ...listed], context),
    ...files,
    ...references,
  ];
}

/** Returns the file that exports everything of other files. */
function list(
  name: "types" | "operations",
  files: readonly CodeFile[],
  context: FileContext,
): CodeFile {
  const keyword = name === "types" ? "export type *" : "export *";
  const modules = files.map(({ name }) =>
    moduleSpecifier(`./${name.slice(0, -".ts".length)}`, context),
  );
  const content = context.templates.render("list.ts", {
    header: context.header,
    exports: modules.map((specifier) => `${keyword} from "${specifier}";`),
  });
  return { name: `${name}.ts`, template: "list.ts", content };
}

interface Partition {
  readonly ofSchemas: ReadonlyMap<string, TypeDeclaration>;
  /** By symbol. */
  readonly ofOperations: ReadonlyMap<string, readonly TypeDeclaration[]>;
}

function partition(declarations: readonly TypeDeclaration[]): Partition {
  const ofSchemas = new Map<string, TypeDeclaration>();
  const ofOperations = new Map<string, TypeDeclaration[]>();
  for (const declaration of declarations) {
    const { operation, name } = declaration;
    if (operation === undefined) ofSchemas.set(name, declaration);
    else ofOperations.set(operation, [...(ofOperations.get(operation) ?? []), declaration]);
  }
  return { ofSchemas, ofOperations };
}

/** Prints the import of the schemas that types refer to; the empty string if there are none. */
function importSchemas(
  declarations: readonly TypeDeclaration[],
  ofSchemas: ReadonlyMap<string, TypeDeclaration>,
  context: FileContext,
): string {
  const names = new Set<string>();
  for (const { type } of declarations) collectNames(type, names);
  const used = [...names].filter((name) => ofSchemas.has(name)).sort();
  return used.length === 0
    ? ""
    : importStatement("import type", used, moduleSpecifier(`./${schemas}`, context));
}

/** Converts a specifier relative to the folder of `server.ts` to one relative to a folder in it. */
export function fromFolder(specifier: string): string {
  return specifier.startsWith(".") ? path.posix.join("..", specifier) : specifier;
}
