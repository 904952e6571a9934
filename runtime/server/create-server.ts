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
  return { service, registry, registrar: registrarOf(registry, changes) };
}

function registrarOf(registry: Registry, changes: Changes): Omit<Registrar, "add"> {
  return {
    tool: (definition, handler) =>
      registry.addTool(definition.name, new CustomTool(definition, handler as ToolHandler)),
    resource: (definition, handler) => registry.addResource(customResource(definition, handler)),
    template: (definition, handler) =>
      registry.addTemplate(customTemplate(definition, handler as TemplateHandler)),
    prompt: (definition, handler) => registry.addPrompt(customPrompt(definition, handler)),
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
