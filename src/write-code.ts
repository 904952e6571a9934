import { defined } from "../runtime/protocol/defined.js";
import { rerunCommand } from "./config/rerun-command.js";
import type { Diagnostics } from "./diagnostics/diagnostics.js";
import { within, type Work } from "./diagnostics/work.js";
import { emitFiles, emitTests } from "./emit/emit.js";
import { emitWithTemplates } from "./emit/templates/emit-with-templates.js";
import type { EmitOptions } from "./emit/emit-options.js";
import type { GeneratedFile } from "./emit/generated-file.js";
import {
  bundledRuntime,
  isCarried,
  packagedRuntime,
  sharedRuntime,
} from "./emit/runtime-specifier.js";
import type { ApiModel } from "./operations/model.js";
import { echoOptions } from "./options/echo.js";
import type { Options } from "./options/table.js";
import { generatorVersion, readRuntimeBundle } from "./package-files.js";
import { packagingFiles } from "./packaging/packaging-files.js";
import type { Surface } from "./surface/model.js";
import type { Host } from "./read-surface.js";
import { outputFolder } from "./output-folder.js";

/** What the code is written from, and where its problems are collected. */
export interface CodeInput {
  readonly input: string;
  readonly surface: Surface;
  readonly model: ApiModel;
  readonly options: Options;
  readonly host: Host;
  readonly diagnostics: Diagnostics;
  readonly work: Work;
}

/** Writes the files of the output; undefined, after a diagnostic, if a template can't be used. */
export async function emit(from: CodeInput): Promise<readonly GeneratedFile[] | undefined> {
  const { input, surface, model, options, host, diagnostics, work } = from;
  const emitted = await emitWithTemplates(options.templates, host, async (templates) => {
    host.onProgress?.("Writing the code");
    const out = outputFolder(surface, options, host);
    const emitOptions = {
      ...emitOptionsOf(options, out),
      ...defined({ templates, rerunCommand: rerunOf(input, options, host, out) }),
    };
    const files = [
      ...within(work, () => emitFiles(surface, model, emitOptions)),
      ...packagingFiles(surface, emitOptions),
    ];
    if (!options.tests) return files;
    host.onProgress?.("Writing the tests");
    const tests = diagnostics.add(await emitTests(surface, model, emitOptions, work));
    return [...files, tests.file];
  });
  return diagnostics.addLoaded(emitted).output;
}

function rerunOf(
  input: string,
  options: Options,
  { cwd, documents, configuration }: Host,
  out: string,
): string | undefined {
  const isInMemory = documents !== undefined && documents.size > 0;
  if (isInMemory && !configuration) return undefined;
  const run = { input, options, cwd, out, ...defined({ configuration }) };
  return rerunCommand(run, generatorVersion());
}

/** Returns how code is written to the folder `out` with these options. */
export function emitOptionsOf(options: Options, out: string): EmitOptions {
  const shared = options["runtime-dir"];
  const carried = shared === undefined && isCarried(options.runtime) ? options.runtime : undefined;
  return {
    layout: options.layout,
    importExtension: options["import-extension"],
    runtimeSpecifier:
      shared === undefined
        ? runtimeSpecifier(options.runtime)
        : sharedRuntime(shared, out, options.layout),
    split: options.split,
    generatorVersion: generatorVersion(),
    optionsEcho: echoOptions(options),
    ...defined({ runtimeFiles: carried && readRuntimeBundle(carried) }),
    tests: options.tests,
    ...defined({ packaging: packagingOf(options) }),
  };
}

/** Returns how the project is shipped; undefined if no option asks for it. */
function packagingOf(options: Options): EmitOptions["packaging"] {
  const { docker, mcpb, worker, "server-json": registryName } = options;
  const isAsked = docker || mcpb || worker || registryName !== undefined;
  return isAsked ? { docker, mcpb, worker, ...defined({ registryName }) } : undefined;
}

function runtimeSpecifier(runtime: string): string {
  if (isCarried(runtime)) return bundledRuntime;
  return runtime === "package" ? packagedRuntime : runtime;
}
