/** Reads what decorators said of the methods of an instance. */
import { callerOf, membersOf } from "./members.js";
import type { LifespanGenerator } from "../types/server-options.js";
import type { Registrar } from "../types/definitions.js";

/**
 * Registers the decorated methods of an instance.
 *
 * @throws TypeError for names that are taken and schemas that can't be used
 */
export function exposeDecorated(instance: object, registrar: Omit<Registrar, "add">): void {
  for (const member of membersOf(instance)) member.expose(registrar, callerOf(instance, member));
}

/**
 * The lifespan of a decorated class, if it has one.
 *
 * @throws TypeError when there is more than one
 */
export function lifespanOf(instance: object): (() => LifespanGenerator) | undefined {
  const [first, ...more] = membersOf(instance).filter(({ kind }) => kind === "lifespan");
  if (!first) return undefined;
  if (more.length > 0) {
    const names = [first, ...more].map(({ name }) => String(name)).join(", ");
    throw new TypeError(`A server has one @mcpLifespan, not several: ${names}.`);
  }
  const open = callerOf(instance, first);
  return () => open() as LifespanGenerator;
}
