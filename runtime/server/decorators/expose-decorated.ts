/** What servers take from an instance of a decorated class. */
import type { OwnRegistrar } from "../types/definitions.js";
import type { LifespanGenerator } from "../types/server-options.js";
import { callerOf, membersOf } from "./members.js";

/**
 * Registers the decorated methods of an instance.
 *
 * @throws TypeError for a name that is taken or a schema that can't be used
 */
export function exposeDecorated(instance: object, registrar: OwnRegistrar): void {
  for (const member of membersOf(instance)) member.expose(registrar, callerOf(instance, member));
}

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
