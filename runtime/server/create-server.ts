import { defined } from "../protocol/defined.js";
import { ResultWriter } from "../protocol/codec/codec-writer.js";
import { requireOwnMethod } from "../session/own-method.js";
import { shareOf } from "../session/owner.js";
import type { Service } from "../session/service.js";
import { Log } from "../protocol/log.js";
import { memoryState } from "../state/memory/state.js";
import { LazySealer } from "./client-input/lazy-sealer.js";
import { Registry } from "./registry/registry.js";
import { Changes } from "./notifications/changes.js";
import { customPrompt, customResource, customTemplate } from "./custom/custom-entries.js";
import { CustomTool } from "./custom/custom-tool.js";
import { Lifespan } from "./lifespan.js";
import { Mounts } from "./mounting/mounts.js";
import { EntryWrapper } from "./middleware/entry-wrapper.js";
import { joinUse } from "./middleware/join-use.js";
import { ListResults } from "./registry/list-results.js";
import type { EntryUse } from "./types/middleware.js";
import type {
  OwnRegistrar,
  ResourceDefinition,
  ResourceHandler,
  ResourceSource,
  SourceHost,
  TemplateHandler,
  ToolHandler,
} from "./types/definitions.js";
import type { ServerFacts, ServerOptions } from "./types/server-options.js";
import { RequestRouter } from "./request-router.js";
import { LazyTasks } from "./tasks/lazy-tasks.js";

/** A server and its registries. */
export interface ServerParts {
  /** The name of the server. */
  readonly name: string;
  readonly options: ServerOptions;
  readonly service: RequestRouter;
  /** Registers what the author has written. */
  readonly registrar: OwnRegistrar;
  readonly registry: Registry;
  readonly changes: Changes;
  /** Puts guards and interceptors around entries that are added to the registry directly. */
  readonly wrapper: EntryWrapper;
}

/**
 * Creates a server without entries.
 *
 * @param ofClass what the decorators of the server's class put around all entries
 */
export function createServer(
  facts: ServerFacts,
  options: ServerOptions,
  ofClass?: EntryUse,
): ServerParts {
  const { instructions, ...info } = facts;
  const registry = new Registry();
  const state = options.state ?? memoryState();
  const changes = new Changes(state.bus);
  const results = new ResultWriter(info);
  registry.onChange((kind) => changes.notifyList(kind));
  const log = new Log(options.logger);
  const sealer = new LazySealer(
    defined({
      keys: options.requestStateKeys,
      ttlMs: options.requestStateTtlMs,
      replays: state.replays,
    }),
  );
  const service = new RequestRouter({
    info,
    instructions,
    options,
    registry,
    results,
    lists: new ListResults(registry, results, options),
    changes,
    state,
    log,
    lifespan: options.lifespan && new Lifespan(options.lifespan),
    sealer,
    tasks: new LazyTasks({ state, sealer, log, results, options }),
    mounts: new Mounts(),
  });
  const wrapper = new EntryWrapper(joinUse([options, ofClass]), (loading) =>
    service.waitFor(loading),
  );
  const registrar = registrarOf(registry, wrapper, changes);
  const parts = { name: info.name, options, service, registrar, registry, changes, wrapper };
  partsOfServices.set(service, parts);
  return parts;
}

const partsOfServices = new WeakMap<Service, ServerParts>();

/** Returns what a server is made of, to mount it. @throws TypeError for a service of another kind */
export function partsOf(service: Service): ServerParts {
  const parts = partsOfServices.get(service);
  if (!parts) throw new TypeError("This server can't be mounted: it was not made by this runtime.");
  return parts;
}

function registrarOf(registry: Registry, wrapper: EntryWrapper, changes: Changes): OwnRegistrar {
  const registrar: OwnRegistrar = {
    tool(definition, handler) {
      const tool = new CustomTool(definition, handler as ToolHandler);
      return registry.addTool(definition.name, wrapper.tool(definition.name, tool, definition));
    },
    resource(what: ResourceDefinition | ResourceSource, handler?: ResourceHandler) {
      if ("register" in what) return what.register(host);
      const entry = customResource(what, handler as ResourceHandler);
      return registry.addResource(wrapper.resource(entry, what));
    },
    template(definition, handler) {
      const template = customTemplate(definition, handler as TemplateHandler);
      return registry.addTemplate(wrapper.template(template, definition));
    },
    prompt: (definition, handler) =>
      registry.addPrompt(wrapper.prompt(customPrompt(definition, handler), definition)),
    completion: (handler) => registry.addCompletion(handler),
    method: (definition, handler) => registry.addMethod(definition, handler),
    resourceUpdated: (uri, only) =>
      changes.notify({ kind: "resource", uri, owner: only && shareOf(only.caller) }),
    notify(method, params = {}) {
      requireOwnMethod(method);
      changes.notify({ kind: "own", method, params });
    },
    isSubscribed: (uri) => changes.isSubscribed(uri),
    elicitationComplete(elicitationId) {
      if (typeof elicitationId !== "string" || elicitationId === "")
        throw new TypeError("elicitationComplete needs the id of the elicitation.");
      changes.notify({ kind: "elicitation", elicitationId });
    },
  };
  const host: SourceHost = {
    ...registrar,
    resourceUpdated: (uri) => changes.tell({ kind: "resource", uri }),
    whileHeard: (begin) => changes.audience.during(begin),
  };
  return registrar;
}
