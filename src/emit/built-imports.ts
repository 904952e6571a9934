/** Relative imports of compiled modules, which name JavaScript files whatever the sources wrote. */
import path from "node:path";
import type { ts } from "ts-morph";

/** Returns the specifier by which a compiled module imports what its source imports. */
export type BuiltSpecifier = (specifier: string) => string;

/**
 * Returns how the compiled form of `importer` names other modules. `./a.ts` becomes `./a.js`, as with TypeScript's
 * `rewriteRelativeImportExtensions`; `./a` becomes `./a.js` or `./a/index.js` if that is one of the sources.
 *
 * @param sources paths of all sources
 */
export function builtSpecifierFrom(
  importer: string,
  sources: { has(path: string): boolean },
): BuiltSpecifier {
  return (specifier) => {
    if (!/^\.\.?(\/|$)/.test(specifier)) return specifier;
    if (specifier.endsWith(".ts") && !specifier.endsWith(".d.ts")) return withJs(specifier);
    const target = path.posix.join(path.posix.dirname(importer), specifier);
    if (sources.has(`${target}.ts`)) return `${specifier}.js`;
    if (sources.has(path.posix.join(target, "index.ts"))) return `${trimSlash(specifier)}/index.js`;
    return specifier;
  };
}

function withJs(specifier: string): string {
  return `${specifier.slice(0, -".ts".length)}.js`;
}

function trimSlash(specifier: string): string {
  return specifier.endsWith("/") ? specifier.slice(0, -1) : specifier;
}

/** The imports that templates write: each begins a line, which no text of a document does. */
const templateImport =
  /^((?:(?:import|export) [^"']*from |import | {4}wholeInputs: \(\) => import\()")(\.{1,2}\/[^"\\\n]*)(?="\)?[;,]$)/gm;

/** Rewrites the relative imports of JavaScript that was made from templates. */
export function rewriteTemplateImports(javascript: string, built: BuiltSpecifier): string {
  return javascript.replace(
    templateImport,
    (_all, head: string, specifier: string) => `${head}${built(specifier)}`,
  );
}

/** Returns a step of the compiler that rewrites the relative imports of a module of any form. */
export function importRewriter(
  compiler: typeof ts,
  built: BuiltSpecifier,
): ts.TransformerFactory<ts.SourceFile> {
  return (context) => {
    const { factory } = context;
    const rewritten = (node: ts.Expression): ts.Expression => {
      if (!compiler.isStringLiteralLike(node)) return node;
      const text = built(node.text);
      return text === node.text ? node : factory.createStringLiteral(text);
    };
    const visit = (node: ts.Node): ts.Node => {
      if (compiler.isImportDeclaration(node)) {
        const { modifiers, importClause, moduleSpecifier, attributes } = node;
        const specifier = rewritten(moduleSpecifier);
        return factory.updateImportDeclaration(
          node,
          modifiers,
          importClause,
          specifier,
          attributes,
        );
      }
      if (compiler.isExportDeclaration(node) && node.moduleSpecifier) {
        const { modifiers, isTypeOnly, exportClause, moduleSpecifier, attributes } = node;
        const specifier = rewritten(moduleSpecifier);
        return factory.updateExportDeclaration(
          node,
          modifiers,
          isTypeOnly,
          exportClause,
          specifier,
          attributes,
        );
      }
      const inside = compiler.visitEachChild(node, visit, context);
      if (
        !compiler.isCallExpression(inside) ||
        inside.expression.kind !== compiler.SyntaxKind.ImportKeyword
      ) {
        return inside;
      }
      const [specifier, ...rest] = inside.arguments;
      if (!specifier) return inside;
      return factory.updateCallExpression(inside, inside.expression, inside.typeArguments, [
        rewritten(specifier),
        ...rest,
      ]);
    };
    return (file) => compiler.visitEachChild(file, visit, context);
  };
}
