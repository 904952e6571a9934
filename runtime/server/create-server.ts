import { defined } from "../protocol/defined.js";
import { ResultWriter } from "../protocol/codec/codec-writer.js";
import { Log } from "../protocol/log.js";
import { memoryState } from "../state/memory/state.js";
import { LazySealer } from "./client-input/lazy-sealer.js";
import { Registry } from "./registry/registry.js";
import { Changes } from "./notifications/changes.js";
import { customPrompt, customResource, customTemplate } from "./custom/custom-entries.js";
import { CustomTool } from "./custom/custom-tool.js";
import { Lifespan } from "./lifespan.js";
import { EntryWrapper } from "./middleware/entry-wrapper.js";
import { ListResults } from "./registry/list-results.js";
import type { Registrar, TemplateHandler, ToolHandler } from "./types/definitions.js";
import type { ServerFacts, ServerOptions } from "./types/server-options.js";
import { RequestRouter } from "./request-router.js";
import { LazyTasks } from "./tasks/lazy-tasks.js";

/** A server and its registries. */
export interface ServerParts {
  readonly service: RequestRouter;
  /** Registers everything except operations of an API. */
  readonly registrar: Omit<Registrar, "add">;
  readonly registry: Registry;
  /** Puts guards and interceptors around entries that are added to the registry directly. */
  readonly wrapper: EntryWrapper;
}

/** Creates a server without entries. */
export function createServer(facts: ServerFacts, options: ServerOptions): ServerParts {
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
  });
  const wrapper = new EntryWrapper(options.use, (loading) => service.waitFor(loading));
  return { service, registry, registrar: registrarOf(registry, wrapper, changes), wrapper };
}

function registrarOf(
  registry: Registry,
  wrapper: EntryWrapper,
  changes: Changes,
): Omit<Registrar, "add"> {
  return {
    tool(definition, handler) {
      const tool = new CustomTool(definition, handler as ToolHandler);
      return registry.addTool(definition.name, wrapper.tool(definition.name, tool, definition));
    },
    resource: (definition, handler) =>
      registry.addResource(wrapper.resource(customResource(definition, handler), definition)),
    template(definition, handler) {
      const template = customTemplate(definition, handler as TemplateHandler);
      return registry.addTemplate(wrapper.template(template, definition));
    },
    prompt: (definition, handler) =>
      registry.addPrompt(wrapper.prompt(customPrompt(definition, handler), definition)),
    completion: (handler) => registry.addCompletion(handler),
    method: (definition, handler) => registry.addMethod(definition, handler),
    resourceUpdated: (uri) => changes.notify({ kind: "resource", uri }),
    elicitationComplete(elicitationId) {
      if (typeof elicitationId !== "string" || elicitationId === "")
        throw new TypeError("elicitationComplete needs the id of the elicitation.");
      changes.notify({ kind: "elicitation", elicitationId });
    },
  };
}
