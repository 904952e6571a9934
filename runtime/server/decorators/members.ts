/** The decorated methods of a class, kept until a server is made for an instance. */
import type { OwnRegistrar } from "../types/definitions.js";
import type { EntryUse } from "../types/middleware.js";

/** Context of a method that can be decorated. */
export type PublicMethodContext = ClassMethodDecoratorContext & {
  readonly static: false;
  readonly private: false;
};

/** Calls the instance's method, even if a subclass overrides the decorated one. */
export type CallMember = (...args: unknown[]) => unknown;

export interface DecoratedMember {
  readonly kind: "tool" | "resource" | "template" | "prompt" | "completion" | "lifespan";
  readonly name: string | symbol;
  readonly method: unknown;
  readonly expose: (registrar: OwnRegistrar, call: CallMember, own: EntryUse) => void;
}

const members = new WeakMap<object, DecoratedMember[]>();

/**
 * Records a decorated method for every instance of its class. Uses initialisers rather than `Symbol.metadata`, which
 * compilers emit only where a polyfill defines the symbol.
 *
 * @throws TypeError for a private or static method, and when the code was compiled with legacy decorators
 */
export function rememberMember(
  context: PublicMethodContext,
  facts: Omit<DecoratedMember, "name">,
): void {
  requirePublicMethod(context);
  const { name } = context;
  const member = { ...facts, name };
  context.addInitializer(function () {
    const instance = this as object;
    const before = members.get(instance) ?? [];
    // A subclass that decorates a method again replaces the entry; a second decorator on one method adds an entry.
    const kept = before.filter(
      (each) => each.kind !== facts.kind || each.name !== name || each.method === facts.method,
    );
    members.set(instance, [...kept, member]);
  });
}

/** Returns an instance's decorated methods in the order of their classes, base classes first. */
export function membersOf(instance: object): readonly DecoratedMember[] {
  return members.get(instance) ?? [];
}

/** Returns a function that calls a decorated method of an instance. */
export function callerOf(instance: object, { name }: DecoratedMember): CallMember {
  const methods = instance as { readonly [name: string | symbol]: CallMember };
  return (...args) => (methods[name] as CallMember).apply(instance, args);
}

/** @throws TypeError for a private or static method, and when the code was compiled with legacy decorators */
export function requirePublicMethod(context: ClassMethodDecoratorContext): void {
  refuseLegacyDecorators(context);
  if (context.kind === "method" && !context.static && !context.private) return;
  throw new TypeError(
    `Only public instance methods can be exposed, and ${String(context.name)} is not one.`,
  );
}

/** Legacy decorators get other parameters than standard ones. @throws TypeError for them */
export function refuseLegacyDecorators(context: unknown): void {
  if (typeof context === "object" && context !== null && "addInitializer" in context) return;
  throw new TypeError(
    "The MCP decorators are standard decorators: compile without experimentalDecorators.",
  );
}
