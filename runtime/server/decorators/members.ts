/** What decorators say of the methods of a class, until a server is made of an instance. */
import type { Registrar } from "../types/definitions.js";

/** A method that a decorator may stand before. */
export type PublicMethodContext = ClassMethodDecoratorContext & {
  readonly static: false;
  readonly private: false;
};

/** Calls the method of the instance; that of the subclass where it overrides the decorated one. */
export type CallMember = (...args: unknown[]) => unknown;

export interface DecoratedMember {
  /** Which decorator it was. */
  readonly kind: "tool" | "resource" | "template" | "prompt" | "completion" | "lifespan";
  readonly name: string | symbol;
  readonly method: unknown;
  readonly expose: (registrar: Omit<Registrar, "add">, call: CallMember) => void;
}

const members = new WeakMap<object, DecoratedMember[]>();

/**
 * Remembers what a decorator says of a method, for every instance that is made.
 *
 * By initialisers, not by `Symbol.metadata`: compilers give the latter only where a polyfill brings the symbol.
 *
 * @throws TypeError for a method that can't be called from outside, and without standard decorators
 */
export function rememberMember(
  context: PublicMethodContext,
  facts: Omit<DecoratedMember, "name">,
): void {
  refuseLegacyDecorators(context);
  const { name } = context;
  if (context.kind !== "method" || context.static || context.private) {
    throw new TypeError(
      `Only public methods of instances can be exposed: ${String(name)} is none.`,
    );
  }
  const member = { ...facts, name };
  context.addInitializer(function () {
    const instance = this as object;
    const before = members.get(instance) ?? [];
    // A subclass that decorates the method again says it anew; two decorators of one method say two things.
    const kept = before.filter(
      (each) => each.kind !== facts.kind || each.name !== name || each.method === facts.method,
    );
    members.set(instance, [...kept, member]);
  });
}

/** Those of the class's bases first, each class's in the order of its methods. */
export function membersOf(instance: object): readonly DecoratedMember[] {
  return members.get(instance) ?? [];
}

/** Calls a decorated method of an instance. */
export function callerOf(instance: object, { name }: DecoratedMember): CallMember {
  const methods = instance as { readonly [name: string | symbol]: CallMember };
  return (...args) => (methods[name] as CallMember).apply(instance, args);
}

/** The older decorators of TypeScript's `experimentalDecorators` are called with other things. */
export function refuseLegacyDecorators(context: unknown): void {
  if (typeof context === "object" && context !== null && "addInitializer" in context) return;
  throw new TypeError(
    "The decorators of MCP servers are standard ones: compile without experimentalDecorators.",
  );
}
