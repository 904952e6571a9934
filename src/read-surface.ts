import path from "node:path";
import { defined } from "../runtime/protocol/defined.js";
import type { DocumentReach } from "../runtime/contract/addresses.js";
import type { Diagnostic, LocatedDiagnostic, Place } from "./diagnostics/diagnostic.js";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { displayFile } from "./diagnostics/display.js";
import { within, Work, WorkExceeded } from "./diagnostics/work.js";
import type { GeneratedFile } from "./emit/generated-file.js";
import { readFindings } from "./findings/read-findings.js";
import type { InputRead, ValidatedDocuments } from "./load/input-read.js";
import { loadSources, type LoadOptions } from "./load/load.js";
import { loadOverlays } from "./load/overlay/load-overlays.js";
import { ReferenceResolver } from "./load/references/resolver.js";
import type { Source, Sources } from "./load/source.js";
import { normalise } from "./normalise/normalise.js";
import type { ApiModel } from "./operations/model.js";
import { readOperations } from "./operations/read-operations.js";
import { readAuth } from "./options/auth-option.js";
import { readNamedVariable } from "./options/env-option.js";
import { readRename } from "./options/rename-option.js";
import type { Options } from "./options/table.js";
import { readTokenCount } from "./options/token-count.js";
import type { RoutedOperation } from "./routes/decision.js";
import { readRouteMap } from "./routes/read-route-map.js";
import { ExtensionTrust } from "./routes/extension-trust.js";
import { routeOperations } from "./routes/route.js";
import type { MappedVariable } from "./surface/names/env-names.js";
import type { Measure } from "./surface/listing/list-size.js";
import type { Surface, SurfaceOperation } from "./surface/model.js";
import { planSurface } from "./surface/plan/plan-surface.js";

/** What the caller of `generate` provides. */
export interface Host {
  /** Folder of relative inputs; paths in messages are relative to it. */
  readonly cwd: string;
  /** Reads the document from standard input, for the input `-`. */
  readonly readStdin?: () => Promise<string>;
  /** Texts of inputs that are no files, by the URLs of the files that they stand for. */
  readonly documents?: ReadonlyMap<string, string>;
  /** The configuration that the run follows, and the server, if the configuration has several. */
  readonly configuration?: { readonly file: string; readonly server?: string };
  /** Folder of an output that is named after the document, as the user would write it. Default: the working directory. */
  readonly outFolder?: string;
  /** Called with each input that is read: documents, overlays, the route map, templates. */
  readonly onRead?: (read: InputRead) => void;
  /** Documents that earlier runs fetched. */
  readonly validated?: ValidatedDocuments;
  /** Called with a description of each long step. */
  readonly onProgress?: (what: string) => void;
}

/** Results of the stages; absent after a stage that found nothing usable. */
export interface Generation {
  /** The files that were read. */
  readonly sources?: Sources;
  /** The document, read into operations and schemas. */
  readonly model?: ApiModel;
  /** The operations, each with what the route map decides. */
  readonly routed?: readonly RoutedOperation[];
  /** The tools and resources that clients see. */
  readonly surface?: Surface;
  /** Returns the size that an operation of the surface adds to its list. */
  readonly sizes?: (measure: Measure) => (operation: SurfaceOperation) => number;
  /** The whole output except `dist/`. Absent if nothing can be generated; then an error says why. */
  readonly files?: readonly GeneratedFile[];
  /** What the document tries that a person should see, sorted by place. Absent if there is nothing to generate. */
  readonly findings?: readonly LocatedDiagnostic[];
  /** Sorted by place. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** Locates problems that are found later, such as when the output is compared with the former one. */
  readonly locate?: (diagnostics: readonly Diagnostic[]) => readonly LocatedDiagnostic[];
}

/** Runs the pipeline up to the surface, which is all that `serve` needs. */
export async function readSurface(
  input: string,
  options: Options,
  host: Host,
): Promise<Omit<Generation, "files">> {
  const diagnostics = new Diagnostics(host.cwd);
  const work = new Work(options["max-work"]);
  const stages = await untilExceeded(diagnostics, () =>
    readStages(input, options, host, diagnostics, work),
  );
  return { ...stages, ...reportOf(diagnostics) };
}

/** What a run says about its inputs. */
export type Report = Pick<Generation, "diagnostics" | "findings" | "locate">;
/** What the stages of a run make. */
export type Stages = Omit<Generation, keyof Report>;

/** Returns the problems and findings of a run, sorted by place. */
export function reportOf(diagnostics: Diagnostics): Report {
  return {
    ...diagnostics.report(),
    locate: (later) => diagnostics.locate(later),
  };
}

/** Runs stages. Where their budget of work is spent, they have no results, and the diagnostic says what was stopped. */
export async function untilExceeded(
  diagnostics: Diagnostics,
  stages: () => Promise<Stages>,
): Promise<Stages> {
  try {
    return await stages();
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    diagnostics.add({ diagnostics: [error.diagnostic] });
    diagnostics.addFindings([]);
    return {};
  }
}

/** Runs the stages up to the surface. Problems are added to `diagnostics`. */
export async function readStages(
  input: string,
  options: Options,
  host: Host,
  diagnostics: Diagnostics,
  work: Work,
): Promise<Omit<Stages, "files">> {
  const { sources, placeOf, routes } = await loadInputs(input, options, host, diagnostics);
  if (!sources) return {};
  if (options.validate) {
    const { checkAgainstOfficialSchema } = await import("./load/official-schema.js");
    diagnostics.add({ diagnostics: await checkAgainstOfficialSchema(sources) });
  }

  host.onProgress?.("Reading the operations");
  const resolver = new ReferenceResolver(sources);
  const { document } = diagnostics.add(within(work, () => normalise(sources, resolver)));
  if (!document) return { sources };
  const routeMap = routes && diagnostics.add(readRouteMap(routes.root)).routeMap;
  const auth = options.auth === undefined ? routeMap?.auth : readAuth(options.auth);
  const { model } = diagnostics.add(within(work, () => readOperations(document, resolver, auth)));
  if (options.routes !== undefined && !routeMap) return { sources, model };
  const trust = options["trust-x-mcp"] ? undefined : new ExtensionTrust(sources, placeOf);
  const routing = diagnostics.add(routeOperations(model, routeMap, trust));
  const { routed } = routing;
  if (model.operations.length === 0) return { sources, model, routed };

  const name = sourceName(sources.root, host.cwd);
  const env = [...(routeMap?.env ?? []), ...(options.env ?? []).map(readNamedVariable)];
  const listed = defined({ name, reach: sources.reach, env });
  const plan = diagnostics.add(planListed(model, routed, listed, options, work));
  const { surface, sizes } = plan;
  const skipped = model.skipped.length + surface.skipped.length;
  if (skipped === model.total) diagnostics.add({ diagnostics: [nothingUsable(model.total)] });
  const refused = [...routing.diagnostics, ...plan.diagnostics].some(isRefusal);
  const usable = !refused && skipped < model.total && !(options.strict && skipped > 0);
  const { findings } = diagnostics.add(readFindings(sources, routes, model, surface.api));
  diagnostics.addFindings(findings);
  const read = { sources, model, routed };
  return usable ? { ...read, surface, sizes } : read;
}

/** Loads the document with its overlays, and the route map. */
async function loadInputs(
  input: string,
  options: Options,
  host: Host,
  diagnostics: Diagnostics,
): Promise<{
  readonly sources?: Sources;
  readonly placeOf?: (place: Place) => Place;
  readonly routes?: Sources;
}> {
  const loadOptions: LoadOptions = {
    ...host,
    allowRemoteRefs: options["allow-remote-refs"],
    allowRefsOutside: options["allow-refs-outside"],
    allowInternal: options["allow-internal"],
    allowedFiles: (options["allow-ref"] ?? []).map((file) => path.resolve(host.cwd, file)),
  };
  const { overlays } = diagnostics.addLoaded(
    await loadOverlays(options.overlay ?? [], loadOptions),
  );
  if (!overlays) return {};
  const document = diagnostics.addLoaded(await loadSources(input, { ...loadOptions, overlays }));
  diagnostics.mapPlaces(document.placeOf);
  const routes =
    options.routes === undefined
      ? undefined
      : diagnostics.addLoaded(await loadSources(options.routes, loadOptions));
  const { sources, placeOf } = document;
  return defined({ sources, placeOf, routes: routes?.sources });
}

function planListed(
  model: ApiModel,
  routed: readonly RoutedOperation[],
  document: {
    readonly name: string;
    readonly reach?: DocumentReach;
    readonly env: readonly MappedVariable[];
  },
  options: Options,
  work: Work,
): ReturnType<typeof planSurface> {
  const surfaceOptions = {
    sourceName: document.name,
    env: document.env,
    descriptionLimit: options["description-limit"],
    instructionsLimit: options["instructions-limit"],
    inputSchemaLimit: options["input-schema-limit"],
    outputSchemaLimit: options["output-schema-limit"],
    unknownArguments: options["unknown-arguments"],
    ...defined({
      name: options.name,
      client: options.client,
      scopes: options.scopes,
      reach: document.reach,
      renames: options.rename?.map(readRename),
    }),
  };
  const budget = options.budget === undefined ? undefined : readTokenCount(options.budget);
  const listing = { mode: options.mode, ...defined({ budget }) };
  return planSurface(model, routed, surfaceOptions, listing, work);
}

/** Whether the user asked for something impossible. (A body that can't be sent only drops its operation.) */
function isRefusal({ severity, code }: Diagnostic): boolean {
  return severity === "error" && code !== "body-unsupported";
}

function nothingUsable(total: number): Diagnostic {
  const which = total === 1 ? "The only operation" : `None of the ${total} operations`;
  return { code: "nothing-usable", severity: "error", message: `${which} can be used.` };
}

/** Returns the last segment of a path or URL (`openapi.yaml`), by which generated files name the document. */
function sourceName({ url }: Source, cwd: string): string {
  return displayFile(url, cwd).split(/[\\/]/).pop() || "stdin";
}
