/** Finds what a template names and does not get, before it is rendered: also in branches that this run does not take. */
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Members, TemplateValue } from "./template-model.js";
import { offsetOf, templateFault, type TemplateSource } from "./template-source.js";

export interface ParsedTemplate {
  readonly source: TemplateSource;
  readonly program: hbs.AST.Program;
}

/** What a name stands for in a template. `any` is what only the run knows, such as the result of `lookup`. */
type Value = TemplateValue | { readonly kind: "root"; readonly members: Members } | { readonly kind: "any" };

const any: Value = { kind: "any" };
const flag: Value = { kind: "flag", doc: "" };
const text: Value = { kind: "text", doc: "" };
/** The variables that Handlebars has in lists. */
const listData: Readonly<Record<string, Value>> = {
  index: text,
  key: text,
  first: flag,
  last: flag,
};

interface Scope {
  /** What `this` is, and before it what `..` is. */
  readonly contexts: readonly Value[];
  readonly blockParams: ReadonlyMap<string, Value>;
  readonly inList: boolean;
}

const blocks: ReadonlySet<string> = new Set(["if", "unless", "each", "with"]);
/** Partials that call partials, at most. */
const maxPartialDepth = 20;

/** Checks a template against the values that it is given. Partials are checked where they are used. */
export function checkTemplate(
  template: ParsedTemplate,
  members: Members,
  partials: ReadonlyMap<string, ParsedTemplate>,
): readonly Diagnostic[] {
  const checker = new Checker(template.source, partials, 0);
  const root: Value = { kind: "root", members };
  checker.program(template.program, { contexts: [root], blockParams: new Map(), inList: false });
  return checker.diagnostics;
}

class Checker {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: TemplateSource;
  readonly #partials: ReadonlyMap<string, ParsedTemplate>;
  readonly #depth: number;

  constructor(source: TemplateSource, partials: ReadonlyMap<string, ParsedTemplate>, depth: number) {
    this.#source = source;
    this.#partials = partials;
    this.#depth = depth;
  }

  program(program: hbs.AST.Program | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) this.#statement(statement, scope);
  }

  #statement(statement: hbs.AST.Statement, scope: Scope): void {
    switch (statement.type) {
      case "ContentStatement":
      case "CommentStatement":
        return;
      case "MustacheStatement":
        return this.#mustache(statement as hbs.AST.MustacheStatement, scope);
      case "BlockStatement":
        return this.#block(statement as hbs.AST.BlockStatement, scope);
      case "PartialStatement":
        return this.#partial(statement as hbs.AST.PartialStatement, scope);
      default:
        this.#fault(statement, "Templates can't have decorators or partial blocks.");
    }
  }

  #mustache({ path, params, hash }: hbs.AST.MustacheStatement, scope: Scope): void {
    if (params.length > 0 || hash) {
      this.#helper(path, params, hash, scope);
      return;
    }
    const value = this.#value(path, scope);
    if (value?.kind !== "list" && value?.kind !== "texts" && value?.kind !== "group") return;
    const name = originalOf(path);
    const way = value.kind === "group" ? `{{#with ${name}}}` : `{{#each ${name}}}`;
    this.#fault(path, `"${name}" is not a text.`, `Write it with ${way} … {{/${way.slice(3, 7)}}}.`);
  }

  #helper(
    path: hbs.AST.Expression,
    params: readonly hbs.AST.Expression[],
    hash: hbs.AST.Hash | undefined,
    scope: Scope,
  ): void {
    if (originalOf(path) !== "lookup") this.#unknownHelper(path);
    for (const param of params) this.#value(param, scope);
    for (const { value } of hash?.pairs ?? []) this.#value(value, scope);
  }

  #unknownHelper(path: hbs.AST.Expression): void {
    const known = [...blocks, "lookup"].join(", ");
    this.#fault(path, `There is no helper "${originalOf(path)}".`, `Templates have the helpers ${known}.`);
  }

  #block(block: hbs.AST.BlockStatement, scope: Scope): void {
    const { path, params, program, inverse } = block;
    const name = originalOf(path);
    const isHelper = params.length > 0 || block.hash !== undefined || blocks.has(name);
    if (isHelper && !blocks.has(name)) this.#unknownHelper(path);
    if (isHelper && params.length !== 1) this.#fault(block, `{{#${name}}} needs one value.`);
    const of = isHelper ? params[0] : path;
    const value = (of && this.#value(of, scope)) ?? any;
    this.program(program, this.#inside(isHelper ? name : "", value, block, scope));
    this.program(inverse, scope);
  }

  /** Returns the scope of a block's content. */
  #inside(helper: string, value: Value, block: hbs.AST.BlockStatement, scope: Scope): Scope {
    const names = block.program?.blockParams ?? [];
    const bind = (values: readonly Value[]): ReadonlyMap<string, Value> =>
      new Map([...scope.blockParams, ...names.map((name, at) => [name, values[at] ?? any] as const)]);
    const isList = value.kind === "list" || value.kind === "texts" || value.kind === "any";
    if (helper === "each" || (helper === "" && isList)) {
      if (!isList) this.#fault(block, "{{#each}} needs a list.");
      const item = itemOf(value);
      return { contexts: [...scope.contexts, item], blockParams: bind([item, text]), inList: true };
    }
    if (helper === "with" || (helper === "" && value.kind === "group")) {
      return { ...scope, contexts: [...scope.contexts, value], blockParams: bind([value]) };
    }
    return scope;
  }

  #partial({ name, params, hash, ...statement }: hbs.AST.PartialStatement, scope: Scope): void {
    const wanted = name.type === "PathExpression" ? originalOf(name) : undefined;
    if (wanted === undefined) {
      this.#fault(name, "The name of a partial must be written out.");
      return;
    }
    const partial = this.#partials.get(wanted);
    if (!partial) {
      const near = nearest(wanted, this.#partials.keys());
      this.#fault(
        name,
        `There is no partial "${wanted}".`,
        near === undefined
          ? `Write it as partials/${wanted}.hbs in the folder of the templates.`
          : `Did you mean "${near}"?`,
      );
      return;
    }
    if (this.#depth >= maxPartialDepth) {
      this.#fault(statement, `The partial "${wanted}" calls itself without end.`);
      return;
    }
    const [context] = params;
    const value = context ? this.#value(context, scope) : (scope.contexts.at(-1) ?? any);
    const added = hash?.pairs.map((pair) => [pair.key, this.#value(pair.value, scope) ?? any] as const);
    const given = value && added ? withMembers(value, added) : (value ?? any);
    const checker = new Checker(partial.source, this.#partials, this.#depth + 1);
    checker.program(partial.program, {
      contexts: [...scope.contexts.slice(0, -1), given],
      blockParams: new Map(),
      inList: scope.inList,
    });
    this.diagnostics.push(...checker.diagnostics);
  }

  /** Returns what an expression stands for, or undefined after a fault. */
  #value(expression: hbs.AST.Expression, scope: Scope): Value | undefined {
    if (expression.type === "SubExpression") {
      const { path, params, hash } = expression as hbs.AST.SubExpression;
      this.#helper(path, params, hash, scope);
      return any;
    }
    if (expression.type !== "PathExpression") return text;
    const path = expression as hbs.AST.PathExpression;
    if (path.data) return this.#data(path, scope);
    const names = [...path.parts];
    const [first = ""] = names;
    const isBlockParam = path.depth === 0 && !/^(?:this|\.)/.test(path.original);
    const bound = isBlockParam ? scope.blockParams.get(first) : undefined;
    if (bound) return this.#members(path, bound, names.slice(1));
    const context = scope.contexts[scope.contexts.length - 1 - path.depth];
    if (context) return this.#members(path, context, names);
    this.#fault(path, `"${path.original}" leaves the values of the template.`);
    return undefined;
  }

  /** Returns what a variable with an `@` stands for. */
  #data(path: hbs.AST.PathExpression, scope: Scope): Value | undefined {
    const [first = "", ...rest] = path.parts;
    const root = scope.contexts[0];
    if (first === "root" && root) return this.#members(path, root, rest);
    const value = scope.inList && Object.hasOwn(listData, first) ? listData[first] : undefined;
    if (value) return this.#members(path, value, rest);
    this.#fault(path, `There is no variable "${path.original}".`);
    return undefined;
  }

  #members(
    path: hbs.AST.PathExpression,
    from: Value,
    names: readonly string[],
  ): Value | undefined {
    let value = from;
    for (const name of names) {
      if (value.kind === "any") return any;
      const members: Members = "members" in value && value.kind !== "list" ? value.members : {};
      const next = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!next) {
        const known = Object.keys(members);
        const near = nearest(name, known);
        this.#fault(
          path,
          `There is no value "${name}" here.`,
          near !== undefined
            ? `Did you mean "${near}"?`
            : known.length > 0
              ? `The values are ${known.join(", ")}.`
              : undefined,
        );
        return undefined;
      }
      value = next;
    }
    return value;
  }

  #fault({ loc }: Pick<hbs.AST.Node, "loc">, message: string, hint?: string): void {
    const offset = offsetOf(this.#source, loc.start);
    this.diagnostics.push(templateFault(this.#source, offset, message, hint));
  }
}

function originalOf(path: hbs.AST.Expression): string {
  return "original" in path ? String(path.original) : "";
}

/** Returns what an entry of a list is. */
function itemOf(value: Value): Value {
  if (value.kind === "texts") return text;
  return value.kind === "list" ? { kind: "root", members: value.members } : any;
}

/** Returns a value with the members that are given to a partial. */
function withMembers(value: Value, added: readonly (readonly [string, Value])[]): Value {
  if (value.kind === "any") return any;
  const members = "members" in value ? value.members : {};
  return { kind: "root", members: { ...members, ...(Object.fromEntries(added) as Members) } };
}
