/** What decorators put around entries: of a class by the class, of a method by the instance and the method's name. */
import type { AnyOperation } from "../../contract/operation-reference.js";
import { joinUse } from "../middleware/join-use.js";
import type { EntryUse } from "../types/middleware.js";
import { requirePublicMethod, type PublicMethodContext } from "./members.js";

type MethodName = string | symbol;

/** The decorators of one method of one class. A method that overrides it has others. */
interface MethodUse extends Required<EntryUse> {
  readonly method: unknown;
}

const ofClasses = new WeakMap<object, EntryUse>();
const ofMethods = new WeakMap<object, Map<MethodName, readonly MethodUse[]>>();

/** Records a decorator of a class. Those above it are recorded later. */
export function rememberClassUse(context: ClassDecoratorContext, own: EntryUse): void {
  // Other decorators may replace the class; initialisers get the one that is left.
  context.addInitializer(function () {
    ofClasses.set(this, joinUse([own, ofClasses.get(this)]));
  });
}

/**
 * Records a decorator of a method for every instance of its class. Those above it are recorded later, and so are those of
 * subclasses.
 *
 * @throws TypeError for a private or static method
 */
export function rememberMethodUse(
  method: unknown,
  context: PublicMethodContext,
  own: EntryUse,
): void {
  requirePublicMethod(context);
  const { name } = context;
  context.addInitializer(function () {
    const instance = this as object;
    const byName = ofMethods.get(instance) ?? new Map<MethodName, readonly MethodUse[]>();
    ofMethods.set(instance, byName);
    const before = byName.get(name) ?? [];
    const last = before.at(-1);
    byName.set(
      name,
      last?.method === method
        ? [...before.slice(0, -1), { method, ...joinUse([own, last]) }]
        : [...before, { method, ...joinUse([own]) }],
    );
  });
}

/**
 * Returns what decorators of a class and those that it extends put around all entries, from the base class on.
 *
 * @param instance or the prototype of the class
 */
export function classUse(instance: object): EntryUse {
  const classes = new Set<object>();
  for (let each: object | null = instance; each; each = Object.getPrototypeOf(each) as object) {
    classes.add(each.constructor);
  }
  return joinUse([...classes].reverse().map((each) => ofClasses.get(each)));
}

/** What decorators put around the methods of an instance. Notes what was applied, so that no guard gets lost. */
export class MethodUses {
  readonly #methods: ReadonlyMap<MethodName, readonly MethodUse[]> | undefined;
  readonly #applied = new Set<MethodName>();

  constructor(instance: object) {
    this.#methods = ofMethods.get(instance);
  }

  /** Returns what is around the entries of a method, from the base class on. */
  of(name: MethodName): EntryUse | undefined {
    const found = this.#methods?.get(name);
    if (!found) return undefined;
    this.#applied.add(name);
    return joinUse(found);
  }

  /** Returns what is around the operation that a method calls. */
  ofOperation({ id, method = id }: AnyOperation): EntryUse | undefined {
    return this.of(method);
  }

  /** @throws TypeError if a method is decorated that no entry calls */
  checkApplied(): void {
    for (const name of this.#methods?.keys() ?? []) {
      if (this.#applied.has(name)) continue;
      throw new TypeError(
        `The guards, interceptors, exception handlers or metadata of ${String(name)} would have no effect: it exposes no tool, resource, template or prompt. Decorate it with @mcpTool or another one of these, name it like the operation's method, or pass them with \`use\` to \`mcp.add\`.`,
      );
    }
  }
}
