/** Rolls an entry's declaration files up into one `.d.ts`, which generated projects carry. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly mentions: ReadonlySet<string>;
  readonly file: string;
}

/**
 * Returns a declaration file that exports what `entry` exports and declares everything that these exports mention.
 *
 * @throws Error if two modules declare or import a needed name differently, or rename one: the roll-up knows no scopes
 */
export function bundleDeclarations(entry: string): string {
  const declared = new Map<string, Declaration[]>();
  const external = new Set<string>();
  const modules = new Map<string, ts.SourceFile>();
  visit(entry, modules);
  for (const [file, source] of modules) {
    for (const statement of source.statements) collect(statement, source, file, declared, external);
  }

  const exported = exportsOf(entry, modules);
  const kept = reachable([...exported.keys()], declared);
  for (const name of kept) refuseTwins(name, declared.get(name) ?? []);
  const imported = [...external].flatMap(importedNames);
  for (const [index, name] of imported.entries()) {
    if (declared.has(name)) throw new Error(`${name} is imported from outside and declared, too`);
    if (imported.indexOf(name) !== index) throw new Error(`${name} is imported in two ways`);
  }
  const body = kept.flatMap((name) => declared.get(name) ?? []).map((each) => each.text);
  const list = [...exported].sort(byName).map(([name, isType]) => (isType ? `type ${name}` : name));
  return [
    "// The types of the mcp-codegen runtime.",
    ...[...external].sort(),
    "",
    ...body,
    `export { ${list.join(", ")} };`,
    "",
  ].join("\n");
}

function visit(file: string, modules: Map<string, ts.SourceFile>): void {
  if (modules.has(file)) return;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.ES2022,
    true,
  );
  modules.set(file, source);
  for (const statement of source.statements) {
    const target = relativeTarget(statement, file);
    if (target) visit(target, modules);
  }
}

function relativeTarget(statement: ts.Statement, file: string): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined;
  const specifier = statement.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith("."))
    return undefined;
  return path.join(path.dirname(file), specifier.text.replace(/\.js$/, ".d.ts"));
}

function collect(
  statement: ts.Statement,
  source: ts.SourceFile,
  file: string,
  declared: Map<string, Declaration[]>,
  external: Set<string>,
): void {
  if (ts.isImportDeclaration(statement)) {
    if (!relativeTarget(statement, file)) {
      external.add(statement.getText(source));
      return;
    }
    const bindings = statement.importClause?.namedBindings;
    const renamed =
      bindings &&
      ts.isNamedImports(bindings) &&
      bindings.elements.find((each) => each.propertyName);
    if (renamed) throw new Error(`${file}: import without renaming: ${renamed.getText(source)}`);
    return;
  }
  if (ts.isExportDeclaration(statement) || ts.isEmptyStatement(statement)) return;
  for (const name of namesOf(statement)) {
    const before = declared.get(name) ?? [];
    const text = plainText(statement, source);
    declared.set(name, [...before, { name, text, mentions: identifiersIn(statement), file }]);
  }
}

/** Throws if two modules declare a name. One module may declare it several times. */
function refuseTwins(name: string, declarations: readonly Declaration[]): void {
  const [first] = declarations;
  const other = declarations.find((each) => each.file !== first?.file);
  if (other) throw new Error(`${first?.file} and ${other.file} both declare ${name}`);
}

/** Returns the names that an import of another package brings in. */
function importedNames(text: string): string[] {
  const list = /\{([^}]*)\}/.exec(text)?.[1] ?? "";
  return list.split(",").map((each) => each.trim().split(" ").pop() ?? "");
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((each) => each.name.getText());
  }
  const name = (statement as ts.DeclarationStatement).name;
  if (!name) throw new Error(`Unexpected declaration: ${statement.getText()}`);
  return [name.getText()];
}

/** Returns the statement with its doc comment, without `export`. */
function plainText(statement: ts.Statement, source: ts.SourceFile): string {
  const full = source.text.slice(statement.getStart(source, true), statement.end);
  const comment = source.text.slice(statement.getStart(source, true), statement.getStart(source));
  return comment + full.slice(comment.length).replace(/^export (default )?/, "");
}

function identifiersIn(node: ts.Node): Set<string> {
  const found = new Set<string>();
  const walk = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) found.add(each.text);
    ts.forEachChild(each, walk);
  };
  walk(node);
  return found;
}

/** Returns the exported names, each with whether it is a type. */
function exportsOf(file: string, modules: Map<string, ts.SourceFile>): Map<string, boolean> {
  const names = new Map<string, boolean>();
  const source = modules.get(file);
  for (const statement of source?.statements ?? []) {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      const target = relativeTarget(statement, file);
      if (!clause && target) {
        for (const [name, isType] of exportsOf(target, modules)) names.set(name, isType);
      } else if (clause && ts.isNamedExports(clause)) {
        const renamed = clause.elements.find((each) => each.propertyName);
        if (renamed) throw new Error(`${file}: export without renaming: ${renamed.getText()}`);
        for (const each of clause.elements) {
          names.set(each.name.text, statement.isTypeOnly || each.isTypeOnly);
        }
      }
    } else if (ts.canHaveModifiers(statement) && isExported(statement)) {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      for (const name of namesOf(statement)) names.set(name, isType);
    }
  }
  return names;
}

function isExported(statement: ts.Statement & ts.HasModifiers): boolean {
  return (
    ts.getModifiers(statement)?.some((each) => each.kind === ts.SyntaxKind.ExportKeyword) ?? false
  );
}

function reachable(from: readonly string[], declared: Map<string, Declaration[]>): string[] {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name) || !declared.has(name)) continue;
    seen.add(name);
    for (const each of declared.get(name) ?? []) waiting.push(...each.mentions);
  }
  return [...seen].sort();
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
