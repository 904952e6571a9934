/** What servers take from an instance of a decorated class. */
import type { OwnRegistrar } from "../types/definitions.js";
import type { LifespanGenerator } from "../types/server-options.js";
import { joinUse } from "../middleware/join-use.js";
import type { EntryUse } from "../types/middleware.js";
import { classUse, MethodUses } from "./decorated-use.js";
import { callerOf, membersOf, type DecoratedMember } from "./members.js";

/**
 * Registers the decorated methods of an instance.
 *
 * @throws TypeError for a name that is taken, a schema that can't be used, or a guard that would have no effect
 */
export function exposeDecorated(instance: object, registrar: OwnRegistrar): void {
  exposeMembers(instance, registrar, new MethodUses(instance), classUse(instance));
}

/**
 * Registers the decorated methods of an instance.
 *
 * @param ofClass what is around all of them, unless the server has it
 * @throws TypeError for a name that is taken, a schema that can't be used, or a guard that would have no effect
 */
export function exposeMembers(
  instance: object,
  registrar: OwnRegistrar,
  ofMethods: MethodUses,
  ofClass?: EntryUse,
): void {
  for (const member of membersOf(instance)) {
    const own = entryKinds.has(member.kind) ? ofMethods.of(member.name) : undefined;
    member.expose(registrar, callerOf(instance, member), joinUse([ofClass, own]));
  }
  ofMethods.checkApplied();
}

/** The members that guards can be around. A completion has those of its prompt or template. */
const entryKinds: ReadonlySet<DecoratedMember["kind"]> = new Set([
  "tool",
  "resource",
  "template",
  "prompt",
]);

/**
 * Returns the lifespan of a decorated class, if it has one.
 *
 * @throws TypeError when there is more than one
 */
export function lifespanOf(instance: object): (() => LifespanGenerator) | undefined {
  const [first, ...more] = membersOf(instance).filter(({ kind }) => kind === "lifespan");
  if (!first) return undefined;
  if (more.length > 0) {
    const names = [first, ...more].map(({ name }) => String(name)).join(", ");
    throw new TypeError(`A server can have only one @mcpLifespan, not several: ${names}.`);
  }
  const open = callerOf(instance, first);
  return () => open() as LifespanGenerator;
}
