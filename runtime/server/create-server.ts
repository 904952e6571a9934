import { ResultWriter } from "../protocol/codec/codec-writer.js";
import { Log } from "../protocol/log.js";
import { memoryState } from "../state/memory/state.js";
import { LazySealer } from "./client-input/lazy-sealer.js";
import { Catalogue } from "./registry/registry.js";
import { Changes } from "./notifications/changes.js";
import { customPrompt, customResource, customTemplate } from "./custom/custom-entries.js";
import { CustomTool } from "./custom/custom-tool.js";
import { Lifespan } from "./lifespan.js";
import { Lists } from "./registry/list-results.js";
import type { Registrar, TemplateHandler, ToolHandler } from "./types/definitions.js";
import type { ServerFacts, ServerOptions } from "./types/server-options.js";
import { CatalogueService } from "./request-router.js";
import { ServerTasks } from "./tasks/lazy-tasks.js";

/** Where things are registered, and what serves them. */
export interface OpenServer {
  readonly service: CatalogueService;
  /** Everything but operations of an API. */
  readonly registrar: Omit<Registrar, "add">;
  readonly catalogue: Catalogue;
}

/** Makes a server that offers nothing yet. */
export function openServer(facts: ServerFacts, options: ServerOptions): OpenServer {
  const { instructions, ...info } = facts;
  const catalogue = new Catalogue();
  const state = options.state ?? memoryState();
  const changes = new Changes(state.bus);
  const results = new ResultWriter(info);
  catalogue.onChange((kind) => changes.tellList(kind));
  const log = new Log(options.logger);
  const sealer = new LazySealer({
    ...(options.requestStateKeys && { keys: options.requestStateKeys }),
    ...(options.requestStateTtlMs !== undefined && { ttlMs: options.requestStateTtlMs }),
  });
  const service = new CatalogueService({
    info,
    instructions,
    options,
    catalogue,
    results,
    lists: new Lists(catalogue, results, options),
    changes,
    state,
    log,
    lifespan: options.lifespan && new Lifespan(options.lifespan),
    sealer,
    tasks: new ServerTasks({ state, sealer, log, results, options }),
  });
  return { service, catalogue, registrar: registrarOf(catalogue, changes) };
}

function registrarOf(catalogue: Catalogue, changes: Changes): Omit<Registrar, "add"> {
  return {
    tool: (definition, handler) =>
      catalogue.addTool(definition.name, new CustomTool(definition, handler as ToolHandler)),
    resource: (definition, handler) => catalogue.addResource(customResource(definition, handler)),
    template: (definition, handler) =>
      catalogue.addTemplate(customTemplate(definition, handler as TemplateHandler)),
    prompt: (definition, handler) => catalogue.addPrompt(customPrompt(definition, handler)),
    completion: (handler) => catalogue.addCompletion(handler),
    method: (definition, handler) => catalogue.addMethod(definition, handler),
    resourceUpdated: (uri) => changes.tell({ kind: "resource", uri }),
    elicitationComplete: (elicitationId) => changes.tell({ kind: "elicitation", elicitationId }),
  };
}
