import { defined } from "../protocol/defined.js";
import { createServer, partsOf, type ServerParts } from "./create-server.js";
import { serverFacts } from "./decorators/decorated-class.js";
import { exposeDecorated, lifespanOf } from "./decorators/expose-decorated.js";
import { loadMountedContexts } from "./mounting/lazy-context.js";
import { Mount, type MountHost } from "./mounting/mount.js";
import {
  mountedCompletion,
  mountedMethod,
  mountedPrompt,
  mountedResource,
  mountedTemplate,
  MountedTool,
  mountedUnlisted,
} from "./mounting/mounted-entries.js";
import type { EntryWrapper } from "./middleware/entry-wrapper.js";
import type { ToolEntry } from "./registry/registry.js";
import { Servable, serviceOf } from "./serve/servable.js";
import type { Registration } from "./types/definitions.js";
import type { MountOptions } from "./types/mount-options.js";

/** As many characters as a tool name may have, so that at least one is left. */
const usablePrefix = /^[A-Za-z0-9_.-]{0,127}$/;

/**
 * Mounts a server in another one.
 *
 * @param other a server, or an instance of a decorated class
 * @throws TypeError for a name that is taken or too long with the prefix, an unusable prefix, or a server that would be mounted in itself
 */
export function mount(
  host: ServerParts,
  other: object,
  { prefix = "" }: MountOptions = {},
): Registration {
  if (typeof prefix !== "string" || !usablePrefix.test(prefix)) {
    throw new TypeError(
      `A prefix may have at most 127 of the characters A-Z a-z 0-9 _ - . only: ${JSON.stringify(prefix)}`,
    );
  }
  const mounted = other instanceof Servable ? partsOf(serviceOf(other)) : decoratedParts(other);
  const { mounts } = host.service;
  if (mounted === host || mounted.service.mounts.has(mounts)) {
    throw new TypeError(`The server ${mounted.name} can't be mounted in itself.`);
  }
  const { name, options, service } = mounted;
  const at = new Mount({ name, options, mounts: service.mounts }, prefix, hostOf(host));
  const entries = follow(host, mounted, at);
  host.service.waitFor(loadMountedContexts());
  const ends = [
    mounted.registry.onToolsListed(() => host.registry.toolsListed()),
    mounted.changes.passOnTo(host.changes),
    service.passLoadingOnTo(host.service),
    host.service.mount(at),
  ];
  let isMounted = true;
  return {
    remove() {
      if (!isMounted) return;
      isMounted = false;
      entries.remove();
      for (const end of ends) end();
    },
  };
}

function decoratedParts(instance: object): ServerParts {
  const parts = createServer(serverFacts(instance), defined({ lifespan: lifespanOf(instance) }));
  exposeDecorated(instance, parts.registrar);
  return parts;
}

function hostOf({ registry, wrapper }: ServerParts): MountHost {
  const unlisted = new WeakMap<ToolEntry, ToolEntry>();
  return {
    registry,
    adopt(entry, name, at) {
      const known = unlisted.get(entry);
      if (known) return known;
      const adopted = adoptTool(wrapper, entry, name, at);
      unlisted.set(entry, adopted);
      return adopted;
    },
  };
}

function adoptTool(wrapper: EntryWrapper, entry: ToolEntry, name: string, at: Mount): ToolEntry {
  const tool = new MountedTool(entry, name, at);
  return entry.callsUnlisted ? tool : wrapper.tool(at.prefix + name, tool, {});
}

/** Passes the entries of the mounted server on to its host, with all that is around the host's own. */
function follow(
  { registry, wrapper }: ServerParts,
  { registry: followed }: ServerParts,
  at: Mount,
): Registration {
  return followed.follow({
    tool: (entry, name) => registry.addTool(at.prefix + name, adoptTool(wrapper, entry, name, at)),
    resource: (entry) => registry.addResource(wrapper.resource(mountedResource(entry, at), {})),
    template: (entry) => registry.addTemplate(wrapper.template(mountedTemplate(entry, at), {})),
    prompt: (entry) => registry.addPrompt(wrapper.prompt(mountedPrompt(entry, at), {})),
    completion: (handler) => registry.addCompletion(mountedCompletion(handler, followed, at)),
    method: (entry, name) => registry.adoptMethod(name, mountedMethod(entry, at)),
    unlisted: (resources) => registry.addUnlisted(wrapper.unlisted(mountedUnlisted(resources, at))),
  });
}
