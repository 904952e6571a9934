import { docComment } from "../comment.js";
import type { DeclaredTypes, TypeDeclaration } from "./declare-types.js";
import type { FileContext } from "../file-context.js";
import { importStatement } from "../imports.js";
import { lineWidth } from "../literal.js";
import { printBody, printType } from "./print-type.js";
import { hasWord } from "./type-node.js";

export interface TypesOfFile extends Pick<DeclaredTypes, "declarations"> {
  /** A sentence about the types. Default: none. */
  readonly about?: string;
  /** Further import statements. Default: none. */
  readonly imports?: string;
}

/** Returns a file that contains only types. */
export function typesFile(
  { declarations, about = "", imports = "" }: TypesOfFile,
  { header, runtimeSpecifier, templates }: FileContext,
): string {
  const usesFiles = declarations.some(({ type }) => hasWord(type, "FileInput"));
  const fromRuntime = usesFiles
    ? importStatement("import type", ["FileInput"], runtimeSpecifier)
    : "";
  return templates.render("types.ts", {
    header,
    about,
    imports: [fromRuntime, imports].filter((each) => each !== "").join("\n"),
    declarations: declarations.map(printDeclaration),
  });
}

function printDeclaration({ name, doc, type }: TypeDeclaration): string {
  const comment = docComment(doc, 0);
  // The compiler's messages name an interface, and an interface may refer to itself.
  if (type.kind === "object") return `${comment}export interface ${name} ${printBody(type, 0)}`;
  const head = `export type ${name} =`;
  // A type's own members are printed one per line, as in an interface.
  const extendsOthers =
    type.kind === "intersection" && type.members.some((member) => member.kind === "object");
  const text = printType(type, 0, extendsOthers ? lineWidth : head.length + 1);
  return `${comment}${head}${text.startsWith("\n") ? "" : " "}${text};`;
}
