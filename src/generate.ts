import { defined } from "../runtime/protocol/defined.js";
import type { Diagnostic, LocatedDiagnostic } from "./diagnostics/diagnostic.js";
import { displayFile } from "./diagnostics/display.js";
import { locate } from "./diagnostics/locate.js";
import { emitFiles, emitTests } from "./emit/emit.js";
import type { EmitOptions } from "./emit/emit-options.js";
import type { GeneratedFile } from "./emit/generated-file.js";
import { loadSources, type LoadResult } from "./load/load.js";
import { loadOverlays } from "./load/overlay/load-overlays.js";
import { ReferenceResolver } from "./load/references/resolver.js";
import type { Sources, SourceText } from "./load/source.js";
import { normalise } from "./normalise/normalise.js";
import type { ApiModel } from "./operations/model.js";
import { readOperations } from "./operations/read-operations.js";
import { echoOptions } from "./options/echo.js";
import type { Options } from "./options/table.js";
import { readTokenCount } from "./options/token-count.js";
import { generatorVersion, readRuntimeBundle } from "./package-files.js";
import type { RoutedOperation } from "./routes/decision.js";
import { readRouteMap } from "./routes/read-route-map.js";
import { routeOperations } from "./routes/route.js";
import type { Measure } from "./surface/listing/list-size.js";
import type { Surface } from "./surface/model.js";
import { planSurface } from "./surface/plan/plan-surface.js";

/** What the pipeline needs from outside. */
export interface Host {
  /** Relative inputs are looked up here, and paths in messages are relative to it. */
  readonly cwd: string;
  readonly readStdin?: () => Promise<string>;
  /** Told what is being done, for long work. */
  readonly onProgress?: (what: string) => void;
}

/** What each stage gave; stages after one that found nothing usable are absent. */
export interface Generation {
  readonly sources?: Sources;
  readonly model?: ApiModel;
  readonly routed?: readonly RoutedOperation[];
  readonly surface?: Surface;
  /** What each operation of the surface adds to the list it is on. */
  readonly sizes?: (measure: Measure) => readonly number[];
  /** The whole output but `dist/`. Absent: nothing can be generated, and an error says why. */
  readonly files?: readonly GeneratedFile[];
  /** Sorted by place. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/**
 * The whole pipeline: load, normalise, operations, routes, surface, emit. Reads its inputs and writes nothing.
 *
 * `input` is a path, a URL or `-` for stdin. A fault of the user's is a diagnostic, never a rejection.
 */
export async function generate(input: string, options: Options, host: Host): Promise<Generation> {
  const { locateWith, ...stages } = await readStages(input, options, host);
  if (!stages.surface || !stages.model) return stages;
  host.onProgress?.("Writing the code");
  const emitOptions: EmitOptions = {
    layout: options.layout,
    runtimeSpecifier: runtimeSpecifier(options.runtime),
    generatorVersion: generatorVersion(),
    optionsEcho: echoOptions(options),
    ...defined({ runtimeFiles: options.runtime === "bundled" ? readRuntimeBundle() : undefined }),
    tests: options.tests,
  };
  const files = emitFiles(stages.surface, stages.model, emitOptions);
  if (!options.tests) return { ...stages, files };
  host.onProgress?.("Writing the tests");
  const tests = await emitTests(stages.surface, stages.model, emitOptions);
  return {
    ...stages,
    files: [...files, tests.file],
    diagnostics: locateWith(tests.diagnostics),
  };
}

/** The pipeline up to the surface: all that `serve` needs. */
export async function readSurface(
  input: string,
  options: Options,
  host: Host,
): Promise<Omit<Generation, "files">> {
  const { locateWith: _, ...stages } = await readStages(input, options, host);
  return stages;
}

interface Stages extends Omit<Generation, "files"> {
  /** The diagnostics with those of a later stage. */
  readonly locateWith: (more: readonly Diagnostic[]) => readonly LocatedDiagnostic[];
}

async function readStages(input: string, options: Options, host: Host): Promise<Stages> {
  const found: Diagnostic[] = [];
  const inputs = new Map<string, SourceText>();
  const loadOptions = {
    ...host,
    allowRemoteRefs: options["allow-remote-refs"],
    allowRefsOutside: options["allow-refs-outside"],
  };
  let placeOf: LoadResult["placeOf"];
  const take = <Result extends { readonly diagnostics: readonly Diagnostic[] }>(
    result: Result,
  ): Result => {
    for (const one of result.diagnostics) {
      found.push(one.place && placeOf ? { ...one, place: placeOf(one.place) } : one);
    }
    return result;
  };
  const keep = <Loaded extends Pick<LoadResult, "files" | "diagnostics">>(
    loaded: Loaded,
  ): Loaded => {
    for (const [url, text] of loaded.files) inputs.set(url, text);
    return take(loaded);
  };
  const locateWith = (more: readonly Diagnostic[]): readonly LocatedDiagnostic[] => {
    take({ diagnostics: more });
    return locate(found, inputs, host.cwd);
  };
  const stop = (stages: Omit<Generation, "files" | "diagnostics">): Stages => ({
    ...stages,
    diagnostics: locateWith([]),
    locateWith,
  });

  const { overlays } = keep(await loadOverlays(options.overlay ?? [], loadOptions));
  if (!overlays) return stop({});
  const loaded = keep(await loadSources(input, { ...loadOptions, overlays }));
  const { sources } = loaded;
  placeOf = loaded.placeOf;
  const { routes: routesFile } = options;
  const routes =
    routesFile === undefined ? undefined : keep(await loadSources(routesFile, loadOptions)).sources;
  if (!sources) return stop({});
  if (options.validate) {
    const { checkAgainstOfficialSchema } = await import("./load/official-schema.js");
    take({ diagnostics: await checkAgainstOfficialSchema(sources) });
  }

  host.onProgress?.("Reading the operations");
  const resolver = new ReferenceResolver(sources);
  const { document } = take(normalise(sources, resolver));
  if (!document) return stop({ sources });
  const { model } = take(readOperations(document, resolver));

  const routeMap = routes && take(readRouteMap(routes.root)).routeMap;
  if (options.routes !== undefined && !routeMap) return stop({ sources, model });
  const { routed, diagnostics: routeProblems } = take(routeOperations(model, routeMap));
  if (model.operations.length === 0) return stop({ sources, model, routed });

  const {
    surface,
    sizes,
    diagnostics: surfaceProblems,
  } = take(
    await planSurface(
      model,
      routed,
      {
        sourceName: sourceName(sources.root.url, host.cwd),
        descriptionLimit: options["description-limit"],
        inputSchemaLimit: options["input-schema-limit"],
        outputSchemaLimit: options["output-schema-limit"],
        ...defined({ name: options.name, client: options.client }),
      },
      {
        mode: options.mode,
        ...defined({
          budget: options.budget === undefined ? undefined : readTokenCount(options.budget),
        }),
      },
    ),
  );
  const refused = [...routeProblems, ...surfaceProblems].some(isRefusal);
  const skipped = model.skipped.length + surface.skipped.length;
  if (skipped === model.total) found.push(nothingUsable(model.total));
  const usable = !refused && skipped < model.total && !(options.strict && skipped > 0);
  return stop({ sources, model, routed, ...(usable ? { surface, sizes } : {}) });
}

/** The user asked for something that can't be had; a body that can't be sent only costs its operation. */
function isRefusal({ severity, code }: Diagnostic): boolean {
  return severity === "error" && code !== "body-unsupported";
}

function nothingUsable(total: number): Diagnostic {
  const which = total === 1 ? "The only operation" : `None of the ${total} operations`;
  return { code: "nothing-usable", severity: "error", message: `${which} can be used.` };
}

/** `openapi.yaml` of any path or URL: the header of generated files names the document by it. */
function sourceName(url: string, cwd: string): string {
  return displayFile(url, cwd).split(/[\\/]/).pop() || "stdin";
}

function runtimeSpecifier(runtime: string): string {
  if (runtime === "bundled") return "#mcp-runtime";
  return runtime === "package" ? "mcp-codegen/runtime" : runtime;
}
