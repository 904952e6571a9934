import type { ts } from "ts-morph";
import { keywordOf, UnsupportedType, type Schema } from "./json-schema.js";

/** Types of the language's library that JSON has as text. */
const textFormats: Readonly<Record<string, string>> = { Date: "date-time", URL: "uri" };

/** How often a generic type may be inside itself, each time with other arguments. */
const maxOpen = 32;

/** Writes types as JSON Schemas. Interfaces, classes and aliases with names become `$defs`. */
export class TypeReader {
  readonly #ts: typeof ts;
  readonly #checker: ts.TypeChecker;
  readonly #names = new Map<ts.Type, string>();
  readonly #defs = new Map<string, Schema>();
  /** Types that are being read, by their declaration: how often. */
  readonly #open = new Map<object, number>();

  constructor(compiler: typeof ts, checker: ts.TypeChecker) {
    this.#ts = compiler;
    this.#checker = checker;
  }

  /**
   * Returns the schema of an object type, with the definitions that it needs.
   *
   * @param describe adds to the schemas of its own properties
   * @throws UnsupportedType for what JSON can't hold
   */
  readObject(type: ts.Type, describe: (name: string, schema: Schema) => Schema): Schema {
    const schema = this.#members(type);
    const properties = schema["properties"] as Record<string, Schema> | undefined;
    for (const [name, each] of Object.entries(properties ?? {}))
      properties![name] = describe(name, each);
    if (this.#defs.size > 0) {
      const sorted = [...this.#defs].sort(([a], [b]) => (a < b ? -1 : 1));
      schema["$defs"] = Object.fromEntries(sorted);
    }
    return schema;
  }

  #read(type: ts.Type): Schema {
    const { TypeFlags } = this.#ts;
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
    if (type.isUnion()) return this.#union(type.types);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & TypeFlags.BooleanLiteral)
      return { const: this.#checker.typeToString(type) === "true" };
    if (flags & TypeFlags.StringLike) return { type: "string" };
    if (flags & TypeFlags.NumberLike) return { type: "number" };
    if (flags & TypeFlags.BooleanLike) return { type: "boolean" };
    if (flags & TypeFlags.Null) return { type: "null" };
    if (flags & TypeFlags.Object || type.isIntersection()) return this.#object(type);
    throw this.#unsupported(type);
  }

  #union(types: readonly ts.Type[]): Schema {
    const { TypeFlags } = this.#ts;
    const present = types.filter((each) => !(each.flags & TypeFlags.Undefined));
    const schemas = present.map((each) => this.#read(each));
    const literals = schemas.filter((each) => "const" in each).map((each) => each["const"]);
    const others = schemas.filter((each) => !("const" in each));
    const merged = [...enumOf(literals), ...others];
    if (merged.length === 1) return merged[0]!;
    if (merged.every(isPlainType)) return { type: merged.map((each) => each["type"]) };
    return { anyOf: merged };
  }

  #object(type: ts.Type): Schema {
    const { symbol } = type;
    const name = symbol?.name;
    if (name !== undefined && this.#isOfLibrary(symbol)) {
      const format = Object.hasOwn(textFormats, name) ? textFormats[name] : undefined;
      if (format !== undefined) return { type: "string", format };
      if (!this.#checker.isArrayType(type) && !this.#checker.isTupleType(type)) {
        if (!/^(?:Record|Readonly|Partial|Required|Pick|Omit|__type)$/.test(name))
          throw this.#unsupported(type);
      }
    }
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TypeReference);
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: this.#read(item!) };
    }
    const named = this.#nameOf(type);
    if (named !== undefined) return this.#defined(type, named);
    return this.#within(type, type, 1, () => this.#members(type));
  }

  /**
   * Reads what is inside a type. What is open more than `limit` times contains itself without end: a type without a name, or
   * one whose own arguments grow each time.
   */
  #within(type: ts.Type, key: object, limit: number, read: () => Schema): Schema {
    const open = this.#open.get(key) ?? 0;
    if (open >= limit) {
      throw new UnsupportedType(
        `${this.#checker.typeToString(type)} contains itself without end, each time as another type`,
      );
    }
    this.#open.set(key, open + 1);
    try {
      return read();
    } finally {
      this.#open.set(key, open);
    }
  }

  #tuple(type: ts.TypeReference): Schema {
    const items = this.#checker.getTypeArguments(type).map((each) => this.#read(each));
    const { minLength, hasRestElement } = type.target as ts.TupleType;
    if (hasRestElement) throw this.#unsupported(type);
    return { type: "array", prefixItems: items, minItems: minLength, maxItems: items.length };
  }

  #defined(type: ts.Type, name: string): Schema {
    const $ref = `#/$defs/${name}`;
    if (!this.#defs.has(name)) {
      // Entered first, because the type may contain itself.
      this.#defs.set(name, {});
      const declared = type.aliasSymbol ?? type.symbol ?? type;
      const members = this.#within(type, declared, maxOpen, () => this.#members(type));
      this.#defs.set(name, members);
    }
    return { $ref };
  }

  #nameOf(type: ts.Type): string | undefined {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined);
    const isGeneric = (type as ts.TypeReference).target !== undefined;
    if ((!symbol && !isGeneric) || (symbol && this.#isOfLibrary(symbol))) return undefined;
    const text = this.#checker.typeToString(type).replaceAll(/[^A-Za-z0-9]+/g, "_");
    const stem = text.replaceAll(/^_+|_+$/g, "") || "Type";
    const taken = new Set(this.#names.values());
    let name = stem;
    for (let count = 2; taken.has(name); count += 1) name = `${stem}_${count}`;
    this.#names.set(type, name);
    return name;
  }

  #members(type: ts.Type): Schema {
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
      throw this.#unsupported(type);
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of type.getProperties()) {
      const schema = this.#property(property);
      if (schema === undefined) continue;
      Object.defineProperty(properties, property.name, {
        value: schema,
        enumerable: true,
        writable: true,
        configurable: true,
      });
      if (!(property.flags & this.#ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const index = this.#checker.getIndexInfoOfType(type, this.#ts.IndexKind.String);
    return {
      type: "object",
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.#read(index.type) }),
    };
  }

  /** Undefined for what is no data: methods, and private members of classes. */
  #property(property: ts.Symbol): Schema | undefined {
    const { ModifierFlags } = this.#ts;
    const [declaration] = property.declarations ?? [];
    if (declaration) {
      const flags = this.#ts.getCombinedModifierFlags(declaration);
      const isHidden = flags & (ModifierFlags.Private | ModifierFlags.Protected);
      const { name } = declaration as ts.NamedDeclaration;
      if (isHidden || (name && this.#ts.isPrivateIdentifier(name))) return undefined;
      if (this.#ts.isMethodDeclaration(declaration)) return undefined;
    }
    const schema = this.#read(this.#checker.getTypeOfSymbol(property));
    return { ...schema, ...this.documentation(property) };
  }

  /** Returns the keywords that the comment of a symbol states. */
  documentation(symbol: ts.Symbol): Schema {
    const text = textOf(symbol.getDocumentationComment(this.#checker));
    const schema: Schema = text === "" ? {} : { description: text };
    for (const { name, text: parts } of symbol.getJsDocTags(this.#checker)) {
      Object.assign(schema, keywordOf(name, textOf(parts)));
    }
    return schema;
  }

  #isOfLibrary(symbol: ts.Symbol): boolean {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
    return /\/typescript\/lib\/lib\.|\/@types\/node\//.test(file);
  }

  #unsupported(type: ts.Type): UnsupportedType {
    return new UnsupportedType(`JSON has no form of ${this.#checker.typeToString(type)}`);
  }
}

/** Returns the text of a comment as one paragraph for each of its own. */
export function textOf(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  const text = (parts ?? []).map((part) => part.text).join("");
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, " ").trim())
    .join("\n\n")
    .trim();
}

/** Both values of a boolean are a boolean; one literal is a constant; several are an enumeration. */
function enumOf(literals: readonly unknown[]): Schema[] {
  const booleans = literals.filter((each) => typeof each === "boolean");
  const both = booleans.length === 2;
  const rest = both ? literals.filter((each) => typeof each !== "boolean") : literals;
  const types = new Set(rest.map((each) => typeof each));
  const [type] = types;
  const typed = types.size === 1 ? { type } : {};
  return [
    ...(rest.length === 1 ? [{ ...typed, const: rest[0] }] : []),
    ...(rest.length > 1 ? [{ ...typed, enum: rest }] : []),
    ...(both ? [{ type: "boolean" }] : []),
  ];
}

function isPlainType(schema: Schema): boolean {
  return typeof schema["type"] === "string" && Object.keys(schema).length === 1;
}
