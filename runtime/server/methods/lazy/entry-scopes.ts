/** The scopes of what a request names, for requests of every method. Loaded with the first caller who has a token. */
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import type { Caller } from "../../../session/caller.js";
import { findSubscribed } from "../../registry/find-resource.js";
import type { Registry } from "../../registry/registry.js";
import type { Named, ServerCore } from "../method.js";

type Scopes = readonly string[];

const none: Scopes = [];

/** Limits the memory that a client can use. */
export const maxUris = 1_000;
/** Limits the work of a request: each task is loaded separately. */
export const maxTaskIds = 100;

/**
 * Returns the scopes that a request needs, of all that it names.
 *
 * @param params unchecked
 */
export async function entryScopes(
  core: Pick<ServerCore, "registry" | "tasks">,
  names: Named,
  method: string,
  params: JsonObject,
  caller: Caller,
): Promise<Scopes> {
  const { registry, tasks } = core;
  switch (names) {
    case "nothing":
      return none;
    case "tool":
      return toolScopes(registry, params);
    case "prompt":
      return promptScopes(registry, member(params, "name"));
    case "resource":
      return resourceScopes(registry, member(params, "uri"));
    case "reference":
      return referenceScopes(registry, member(params, "ref"));
    case "filter":
      return filterScopes(core, member(params, "notifications"), caller);
    case "task":
      return tasks.scopesOf(member(params, "taskId"), caller);
    case "extension":
      return registry.methods.get(method)?.scopes ?? none;
  }
}

/** Some tools call others, which their arguments name. */
function toolScopes({ tools }: Registry, params: JsonObject): Scopes {
  const tool = tools.get(member(params, "name") as string);
  return tool?.scopesOf?.(member(params, "arguments")) ?? tool?.scopes ?? none;
}

function promptScopes({ prompts }: Registry, name: unknown): Scopes {
  return prompts.get(name as string)?.scopes ?? none;
}

/** @param uri in any spelling, because a subscriber of one spelling hears of all */
export function resourceScopes(registry: Registry, uri: unknown): Scopes {
  if (typeof uri !== "string") return none;
  return findSubscribed(registry, uri)?.scopes ?? none;
}

function referenceScopes(registry: Registry, ref: unknown): Scopes {
  if (!isObject(ref)) return none;
  if (member(ref, "type") === "ref/prompt") return promptScopes(registry, member(ref, "name"));
  const uri = member(ref, "uri");
  return registry.templates.get(uri as string)?.scopes ?? resourceScopes(registry, uri);
}

/** Returns the scopes of all resources and tasks that a filter names. */
async function filterScopes(
  { registry, tasks }: Pick<ServerCore, "registry" | "tasks">,
  filter: unknown,
  caller: Caller,
): Promise<Scopes> {
  if (!isObject(filter)) return none;
  const uris = listIn(filter, "resourceSubscriptions", maxUris);
  const ids = listIn(filter, "taskIds", maxTaskIds);
  const ofTasks = await Promise.all(ids.map((id) => tasks.scopesOf(id, caller)));
  return [...new Set([...uris.flatMap((uri) => resourceScopes(registry, uri)), ...ofTasks.flat()])];
}

/** A longer list will be refused. */
function listIn(filter: JsonObject, name: string, max: number): readonly unknown[] {
  const list = member(filter, name);
  return Array.isArray(list) ? list.slice(0, max) : none;
}
