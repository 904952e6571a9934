/** Finds what the packages export without a doc comment. */
import path from "node:path";
import { Node, Project, SyntaxKind } from "ts-morph";
import { root } from "../support/cli.js";

/** Their members are those of the specification of MCP, by the same names; the types say which. */
const mirrored = /^runtime\/protocol\/(?:model|client-requests)\.ts$/;

export interface Undocumented {
  /** `file:line`, relative to the repository. */
  readonly place: string;
  readonly name: string;
}

/** Returns the symbols that the entry files export, and their public members, that have no doc comment. */
export function undocumented(...entries: readonly string[]): readonly Undocumented[] {
  const project = new Project({
    tsConfigFilePath: path.join(root, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  const found = new Map<string, Undocumented>();
  for (const entry of entries) {
    const source = project.addSourceFileAtPath(path.join(root, entry));
    for (const [name, declarations] of source.getExportedDeclarations()) {
      // An overloaded function needs one comment.
      if (!declarations.some(hasComment)) report(found, name, declarations[0]);
      for (const declaration of declarations) {
        for (const member of membersOf(declaration))
          report(found, `${name}.${member.name}`, member.node);
      }
    }
  }
  return [...found.values()];
}

function report(found: Map<string, Undocumented>, name: string, node: Node | undefined): void {
  if (!node) return;
  const file = path.relative(root, node.getSourceFile().getFilePath()).replaceAll(path.sep, "/");
  if (file.includes("node_modules")) return;
  const place = `${file}:${node.getStartLineNumber()}`;
  found.set(place, { place, name });
}

/** Returns the members without a comment that a class or an interface declares itself. */
function membersOf(declaration: Node): readonly { readonly name: string; readonly node: Node }[] {
  const file = path.relative(root, declaration.getSourceFile().getFilePath());
  if (mirrored.test(file.replaceAll(path.sep, "/"))) return [];
  if (Node.isInterfaceDeclaration(declaration)) {
    return [...declaration.getProperties(), ...declaration.getMethods()]
      .filter((member) => !hasComment(member))
      .map((node) => ({ name: node.getName(), node }));
  }
  if (!Node.isClassDeclaration(declaration)) return [];
  const members = [
    ...declaration.getProperties(),
    ...declaration.getMethods(),
    ...declaration.getGetAccessors(),
  ];
  return (
    members
      // `#private` members are nobody else's, and `[Symbol.asyncDispose]` does what it does everywhere.
      .filter((member) => !/^[#[]/.test(member.getName()))
      // What a parent describes is described.
      .filter((member) => !member.hasModifier(SyntaxKind.OverrideKeyword))
      .filter((member) => !member.hasModifier(SyntaxKind.PrivateKeyword) && !hasComment(member))
      .map((node) => ({ name: node.getName(), node }))
  );
}

function hasComment(node: Node): boolean {
  const documented = Node.isVariableDeclaration(node) ? node.getVariableStatement() : node;
  if (!documented || !Node.isJSDocable(documented)) return true;
  if (isCommented(documented)) return true;
  return Node.isOverloadable(documented) && documented.getOverloads().some(isCommented);
}

function isCommented(node: Node): boolean {
  return Node.isJSDocable(node) && node.getJsDocs().length > 0;
}
