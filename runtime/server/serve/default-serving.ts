import type { DefaultServing } from "../types/default-serving.js";
import type { Servable } from "./servable.js";

const defaults = new WeakMap<Servable, DefaultServing>();

/** Remembers what the class of a server states. */
export function setDefaultServing(server: Servable, serving: DefaultServing): void {
  defaults.set(server, serving);
}

export function defaultServing(server: Servable): DefaultServing {
  return defaults.get(server) ?? {};
}

/** Adds the path of a server's class to options without one. */
export function withPath<T extends { readonly path?: string }>(server: Servable, options: T): T {
  const { path } = defaultServing(server);
  return path === undefined ? options : { path, ...options };
}
