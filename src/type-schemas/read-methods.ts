import type { ts } from "ts-morph";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { UnsupportedType, type Schema } from "./json-schema.js";
import { textOf, TypeReader } from "./type-reader.js";

/** What the types and the comment of a decorated method say about its tool. */
export interface ToolSchemas {
  readonly description?: string;
  readonly input?: Schema;
  readonly output?: Schema;
}

/** The tools of one file: by class, then by method, in the order of the file. */
export interface FileSchemas {
  readonly classes: Readonly<Record<string, Readonly<Record<string, ToolSchemas>>>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the methods with `@mcpTool` in a file. A method that can't be read is a diagnostic. */
export function readMethods(
  compiler: typeof ts,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
): FileSchemas {
  const reader = new MethodReader(compiler, checker);
  const classes: Record<string, Record<string, ToolSchemas>> = {};
  const diagnostics: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isMethodDeclaration(node) && isTool(compiler, node)) {
      const className = compiler.isClassLike(node.parent) ? (node.parent.name?.text ?? "") : "";
      try {
        const method = methodName(compiler, node, className);
        (classes[className] ??= {})[method] = reader.read(node);
      } catch (error) {
        if (!(error instanceof UnsupportedType)) throw error;
        diagnostics.push(unsupported(error, node, file));
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return { classes, diagnostics };
}

function isTool(compiler: typeof ts, method: ts.MethodDeclaration): boolean {
  return (compiler.getDecorators(method) ?? []).some(({ expression }) => {
    const called = compiler.isCallExpression(expression) ? expression.expression : expression;
    return /(?:^|\.)mcpTool$/.test(called.getText());
  });
}

function methodName(compiler: typeof ts, { name }: ts.MethodDeclaration, owner: string): string {
  if (owner === "") throw new UnsupportedType("its class has no name");
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name)) return name.text;
  throw new UnsupportedType("its name is computed");
}

function unsupported(
  { message }: Error,
  node: ts.MethodDeclaration,
  file: ts.SourceFile,
): Diagnostic {
  return {
    code: "type-unsupported",
    severity: "error",
    message: `\`${node.name.getText()}\` has no schema: ${message}.`,
    place: {
      file: pathToFileURL(file.fileName).href,
      pointer: "",
      offset: node.name.getStart(file),
    },
  };
}

class MethodReader {
  readonly #ts: typeof ts;
  readonly #checker: ts.TypeChecker;

  constructor(compiler: typeof ts, checker: ts.TypeChecker) {
    this.#ts = compiler;
    this.#checker = checker;
  }

  read(method: ts.MethodDeclaration): ToolSchemas {
    const symbol = this.#checker.getSymbolAtLocation(method.name);
    const [description] = textOf(symbol?.getDocumentationComment(this.#checker)).split("\n\n");
    const input = this.#input(method);
    const output = this.#output(method);
    return {
      ...(description ? { description } : {}),
      ...(input && { input }),
      ...(output && { output }),
    };
  }

  #input(method: ts.MethodDeclaration): Schema | undefined {
    const [parameter] = method.parameters;
    if (!parameter) return undefined;
    const type = this.#checker.getTypeAtLocation(parameter);
    if (isContext(type)) return undefined;
    if (!(type.flags & this.#ts.TypeFlags.Object) && !type.isIntersection()) {
      throw new UnsupportedType("its first parameter is not an object of arguments");
    }
    const told = this.#told(method);
    const defaults = this.#defaults(parameter);
    return new TypeReader(this.#ts, this.#checker).readObject(type, (name, schema) => ({
      ...schema,
      ...(told.has(name) && { description: told.get(name) }),
      ...(defaults.has(name) && { default: defaults.get(name) }),
    }));
  }

  /** Returns the texts of `@param`, by the names of arguments: `@param input.city` and `@param city` are one. */
  #told(method: ts.MethodDeclaration): ReadonlyMap<string, string> {
    const told = new Map<string, string>();
    for (const tag of this.#ts.getJSDocTags(method)) {
      if (!this.#ts.isJSDocParameterTag(tag)) continue;
      const name = tag.name.getText().split(".").at(-1) ?? "";
      const text = this.#ts.getTextOfJSDocComment(tag.comment) ?? "";
      told.set(
        name,
        text
          .replace(/^-\s*/, "")
          .replaceAll(/\s*\n\s*/g, " ")
          .trim(),
      );
    }
    return told;
  }

  /** Returns the values in `{ limit = 10 }`, as far as they are literals. */
  #defaults({ name }: ts.ParameterDeclaration): ReadonlyMap<string, unknown> {
    const defaults = new Map<string, unknown>();
    if (!this.#ts.isObjectBindingPattern(name)) return defaults;
    for (const { name: local, propertyName, initializer } of name.elements) {
      if (!initializer) continue;
      const value = this.#literal(initializer);
      if (value !== undefined) defaults.set((propertyName ?? local).getText(), value);
    }
    return defaults;
  }

  #literal(node: ts.Expression): unknown {
    if (this.#ts.isStringLiteralLike(node)) return node.text;
    if (/^(?:-?\d[\d.]*|true|false|null)$/.test(node.getText()))
      return JSON.parse(node.getText()) as unknown;
    return undefined;
  }

  /** Results of tools are objects. Texts, media and results of the protocol have no schema. */
  #output(method: ts.MethodDeclaration): Schema | undefined {
    const signature = this.#checker.getSignatureFromDeclaration(method);
    const returned = signature && this.#checker.getReturnTypeOfSignature(signature);
    const type = returned && this.#checker.getAwaitedType(returned);
    if (!type || !(type.flags & this.#ts.TypeFlags.Object || type.isIntersection()))
      return undefined;
    const isForeign = ["content", "mimeType"].some((name) => type.getProperty(name));
    if (isForeign || this.#checker.isArrayType(type) || this.#checker.isTupleType(type))
      return undefined;
    if (type.getProperties().some(({ name }) => name.startsWith("__@asyncIterator")))
      return undefined;
    return new TypeReader(this.#ts, this.#checker).readObject(type, (_name, schema) => schema);
  }
}

/** Calls' contexts are no arguments. Their package may not be installed yet, so the name decides. */
function isContext(type: ts.Type): boolean {
  return /^(?:CallContext|EntryCall)$/.test((type.aliasSymbol ?? type.symbol)?.name ?? "");
}
