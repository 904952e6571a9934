import type { ts } from "ts-morph";
import { becameOf } from "./judge-overrides.js";
import type { Judged } from "./judged.js";
import { problemAt, type Problem } from "./problem.js";
import type { Fate } from "./renames.js";

/** A string of the user's that is the name of an operation, under which it is no longer known. */
export interface Mention {
  readonly node: ts.Node;
  readonly name: string;
  readonly fate: Fate;
  /** The code acts on an operation by this name, so it no longer acts on it. */
  readonly isGuard: boolean;
}

/**
 * Finds names of operations in strings and keys: `operation.id === "deletePet"` in an override of `call()` compiles with any
 * document, and no longer guards anything once the operation has another name.
 */
export function findMentions({ compiler, program, fates }: Judged): readonly Mention[] {
  const { checker } = program;
  const found: Mention[] = [];
  for (const file of program.files) {
    const visit = (node: ts.Node): void => {
      const name = nameIn(node);
      const fate = name === undefined ? undefined : lostName(name);
      if (name !== undefined && fate && !isImport(node)) {
        found.push({ node, name, fate, isGuard: isGuard(node) });
      }
      compiler.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;

  function nameIn(node: ts.Node): string | undefined {
    if (compiler.isStringLiteralLike(node)) return node.text;
    if (!compiler.isIdentifier(node)) return undefined;
    const { parent } = node;
    const isKey = compiler.isObjectLiteralElement(parent) && parent.name === node;
    return isKey || isPatched(node) ? node.text : undefined;
  }

  /** Whether a method is replaced on a value of which the compiler knows nothing: `server.deletePet = …` */
  function isPatched({ parent }: ts.Node): boolean {
    return (
      compiler.isPropertyAccessExpression(parent) &&
      (checker.getTypeAtLocation(parent.expression).flags & compiler.TypeFlags.Any) !== 0 &&
      compiler.isBinaryExpression(parent.parent) &&
      parent.parent.left === parent &&
      parent.parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
    );
  }

  function lostName(name: string): Fate | undefined {
    const fate = fates.of(name);
    if (fate && fate.kind !== "kept") return fate;
    return fates.ofExposed(name);
  }

  function isImport({ parent }: ts.Node): boolean {
    return (
      compiler.isImportDeclaration(parent) ||
      compiler.isExportDeclaration(parent) ||
      compiler.isClassElement(parent) ||
      (compiler.isComputedPropertyName(parent) && compiler.isClassElement(parent.parent))
    );
  }

  /** Whether a name is compared with the id or name of something, replaces a method, or stands in an override of `call` or `expose`. */
  function isGuard(node: ts.Node): boolean {
    const { parent } = node;
    if (isPatched(node)) return true;
    if (compiler.isBinaryExpression(parent)) {
      const other = parent.left === node ? parent.right : parent.left;
      if (isOperationName(other)) return true;
    }
    if (compiler.isCaseClause(parent) && isOperationName(parent.parent.parent.expression)) {
      return true;
    }
    for (let current = parent; current; current = current.parent) {
      if (compiler.isMethodDeclaration(current)) {
        const name = current.name.getText();
        return name === "call" || name === "expose";
      }
    }
    return false;
  }

  function isOperationName(node: ts.Expression): boolean {
    return compiler.isPropertyAccessExpression(node) && /^(?:id|name)$/.test(node.name.text);
  }
}

export function mentionProblem(mention: Mention): Problem {
  const { node, name, fate, isGuard } = mention;
  const to = "to" in fate ? fate.to : undefined;
  return problemAt(node, {
    code: isGuard ? "override-dead" : "operation-mentioned",
    severity: isGuard ? "error" : "warning",
    message: `No operation is called "${name}" any more: ${becameOf(fate)}`,
    hint:
      to === undefined
        ? "Remove the name if it is that of the operation."
        : `If it is that of the operation, change it to "${to}".`,
  });
}
