import type { ts } from "ts-morph";
import { derivesFrom } from "./find-overrides.js";
import { becameOf, renameHint } from "./judge-overrides.js";
import type { Judged } from "./judged.js";
import { flatMessage } from "./messages.js";
import type { Problem } from "./problem.js";
import type { CheckedProgram } from "./program.js";

/** "Module has no exported member", also with the name that may be meant. */
const missingExport: ReadonlySet<number> = new Set([2305, 2614, 2724]);
/** "Property does not exist on type", also with the name that may be meant. */
const missingProperty: ReadonlySet<number> = new Set([2339, 2551, 2576]);
/** An `override` without a member to override, or of another type. */
const wrongOverride: ReadonlySet<number> = new Set([4113, 4117, 2416]);

/**
 * Returns the compiler's errors in users' files that come from the generated code: those that name something that it no
 * longer has, and those that the same files don't have with the code that was generated before. Other errors are the user's
 * own, and no matter of a run.
 *
 * @param former returns the same files with the former code; undefined if there is none or it is the same
 */
export function compilerProblems(
  judged: Judged,
  former: () => CheckedProgram | undefined,
): readonly Problem[] {
  const found = judged.program.files.flatMap((file) =>
    judged.program.program.getSemanticDiagnostics(file).flatMap((diagnostic) => {
      const { start } = diagnostic;
      return start === undefined ? [] : [{ diagnostic, file, start }];
    }),
  );
  if (found.length === 0) return [];
  let known: ReadonlySet<string> | undefined;
  const isNew = (each: (typeof found)[number]): boolean => {
    known ??= knownErrors(judged, former());
    return known.size > 0 && !known.has(keyOf(each.file, each.diagnostic));
  };
  return found.flatMap((each): readonly Problem[] => {
    const named = missingName(judged, each.diagnostic, each.file, each.start);
    if (named !== undefined) return [missing(judged, each, named)];
    if (!isNew(each)) return [];
    const { file, start, diagnostic } = each;
    const isOverride = wrongOverride.has(diagnostic.code);
    return [
      {
        code: isOverride ? "override-mistyped" : "source-outdated",
        severity: "error",
        file,
        start,
        message: flatMessage(judged.compiler, diagnostic),
        hint: "Adapt your code to the new types.",
      },
    ];
  });
}

/** Returns the errors that the files have with the former code; never empty if there is one. */
function knownErrors({ program }: Judged, former: CheckedProgram | undefined): ReadonlySet<string> {
  if (!former) return new Set();
  const keys = program.files.flatMap(({ fileName }) => {
    const file = former.program.getSourceFile(fileName);
    return file ? former.program.getSemanticDiagnostics(file).map((each) => keyOf(file, each)) : [];
  });
  return new Set(["", ...keys]);
}

function keyOf(file: ts.SourceFile, { start, code }: ts.Diagnostic): string {
  return `${start} ${code} ${file.fileName}`;
}

/** Returns the name at an error if the generated code is what lacks it. */
function missingName(
  judged: Judged,
  { code }: ts.Diagnostic,
  file: ts.SourceFile,
  start: number,
): string | undefined {
  const name = nodeAt(judged, file, start);
  if (!name) return undefined;
  const isMissing =
    (missingExport.has(code) && isImportOfGenerated(judged, name)) ||
    (missingProperty.has(code) && isMemberOfGenerated(judged, name));
  return isMissing ? name.getText(file) : undefined;
}

/** Whether a name stands in an import from the generated folder. */
function isImportOfGenerated({ compiler, program }: Judged, name: ts.Node): boolean {
  const statement = ancestor(name, compiler.isImportDeclaration, compiler.isExportDeclaration);
  const specifier = statement?.moduleSpecifier;
  const module = specifier && program.checker.getSymbolAtLocation(specifier);
  const source = module?.declarations?.[0]?.getSourceFile();
  return source !== undefined && program.isGenerated(source);
}

/** Whether a name is that of an operation, or of a former method of the class. */
function isMemberOfGenerated({ compiler, program, before }: Judged, name: ts.Node): boolean {
  const { checker, base } = program;
  const access = name.parent;
  if (!compiler.isPropertyAccessExpression(access)) return false;
  const owner = checker.getTypeAtLocation(access.expression);
  const [declaration] = owner.symbol?.declarations ?? [];
  if (declaration && compiler.isSourceFile(declaration)) return program.isGenerated(declaration);
  if (!base || !derivesFrom(checker, owner, base)) return false;
  const isSuper = access.expression.kind === compiler.SyntaxKind.SuperKeyword;
  return isSuper || (before?.operations.has(name.getText()) ?? false);
}

function missing(
  { before, code, fates, ...judged }: Judged,
  { file, start }: { file: ts.SourceFile; start: number },
  name: string,
): Problem {
  const place = { code: "source-outdated", severity: "error", file, start } as const;
  const fate = fates.of(name);
  if (fate && fate.kind !== "kept") {
    const hint = renameHint({ ...judged, before, code, fates }, name, fate);
    return { ...place, message: `\`${name}\` is no longer generated: ${becameOf(fate)}`, hint };
  }
  // The types of arguments are named after the methods.
  const [method] = [...(before?.operations ?? [])].find(([, { input }]) => input === name) ?? [];
  const owner = method === undefined ? undefined : fates.of(method);
  const type = owner && "to" in owner ? code.operations.get(owner.to)?.input : undefined;
  return {
    ...place,
    message: `\`${name}\` is no longer generated${type === undefined ? "" : `: its name is \`${type}\` now`}.`,
    hint: "Adapt your code to the names that are generated.",
  };
}

/** Returns the innermost node that begins at a position. */
function nodeAt({ compiler }: Judged, file: ts.SourceFile, start: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.getEnd() <= start) return;
    if (node.getStart(file) === start) found = node;
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function ancestor<Found extends ts.Node, Other extends ts.Node>(
  node: ts.Node,
  isFound: (node: ts.Node) => node is Found,
  isOther: (node: ts.Node) => node is Other,
): Found | Other | undefined {
  for (let current: ts.Node | undefined = node; current; current = current.parent) {
    if (isFound(current) || isOther(current)) return current;
  }
  return undefined;
}
