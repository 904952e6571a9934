import { unlink } from "node:fs/promises";
import path from "node:path";
import { defined } from "../runtime/protocol/defined.js";
import type { ContractChange } from "./changes/change.js";
import type { ConfiguredProject, ConfiguredServer } from "./config/configuration.js";
import { memberSymbol } from "./config/read-project.js";
import { rerunCommand } from "./config/rerun-command.js";
import type { LocatedDiagnostic } from "./diagnostics/diagnostic.js";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { locate } from "./diagnostics/locate.js";
import { emitGateway } from "./emit/gateway/emit-gateway.js";
import type { GatewayDocument } from "./emit/gateway/gateway-view.js";
import type { GeneratedFile } from "./emit/generated-file.js";
import { emitWithTemplates } from "./emit/templates/emit-with-templates.js";
import { generate } from "./generate.js";
import { appliedPlan, writeStages } from "./generate-into.js";
import type { InputRead } from "./load/input-read.js";
import type { SourceText } from "./load/source.js";
import { checkMounts, type MountedDocument } from "./mounts/check-mounts.js";
import { echoMounts, readMounts, refuseMounts, type Mounting } from "./mounts/former-mounts.js";
import type { ApiModel } from "./operations/model.js";
import type { Options } from "./options/table.js";
import { writeOutput, type Outcome } from "./output/write-output.js";
import { generatorVersion } from "./package-files.js";
import type { Generation, Host } from "./read-surface.js";
import type { Surface } from "./surface/model.js";
import { emitOptionsOf } from "./write-code.js";
import { userSourcesInput } from "./watch/user-sources-input.js";
import { absent, lookAt, lookIfReadable, removeEmptyFolders } from "./write/disk.js";
import { manifestName, parseManifest } from "./write/manifest.js";
import { manifestPathOf } from "./write/plan.js";
import { readUserSources } from "./write/user-sources.js";

/** A document of a project, with the options of its modules. */
export interface ProjectDocument {
  readonly server: ConfiguredServer;
  readonly input: string;
  readonly options: Options;
  readonly host: Host;
}

/** A project of several documents. */
export interface ProjectInput {
  readonly facts: ConfiguredProject;
  readonly options: Options;
  readonly documents: readonly ProjectDocument[];
  /** The texts of the configuration, for places in it. */
  readonly files: ReadonlyMap<string, SourceText>;
  /** Absolute path of the configuration. */
  readonly configuration: string;
  readonly cwd: string;
  /** Called with each file of the user in the project. The hosts of the documents have their own. */
  readonly onRead?: (read: InputRead) => void;
  /** Called for each document with what is different for clients, before anything is written. */
  readonly onChanges?: (server: string, changes: readonly ContractChange[]) => void;
}

/** What a run made of a document. */
export interface DocumentRun {
  readonly server: string;
  readonly stages: Generation;
  readonly outcome?: Outcome;
}

/** What a run of a project did. */
export interface ProjectRun {
  readonly documents: readonly DocumentRun[];
  /** Of the project itself. Absent if nothing was written or compared; then an error says why. */
  readonly outcome?: Outcome;
  /** Of the project as a whole. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly ok: boolean;
}

/**
 * Generates the modules of each document and the project that mounts them. Nothing is written if one of the documents can't be
 * used, or a check of one output refuses its changes.
 */
export async function generateProject(project: ProjectInput): Promise<ProjectRun> {
  const read: ReadDocument[] = [];
  for (const document of project.documents) {
    const stages = await generate(document.input, document.options, document.host);
    read.push({ document, stages });
  }
  const documents = read.map(({ document, stages }) => ({ server: document.server.name, stages }));
  const usable = read.flatMap(usableOf);
  if (usable.length < read.length) return { documents, diagnostics: [], ok: false };
  const names = checkMounts(usable, (found) => locate(found, project.files, project.cwd));
  if (names.some(({ severity }) => severity === "error")) {
    return { documents, diagnostics: names, ok: false };
  }
  const emitted = await emitProject(usable, project);
  if (!emitted.files) {
    return { documents, diagnostics: [...names, ...emitted.diagnostics], ok: false };
  }
  const run = await write(usable, emitted.files, project);
  return { ...run, diagnostics: [...names, ...emitted.diagnostics, ...run.diagnostics] };
}

interface ReadDocument {
  readonly document: ProjectDocument;
  readonly stages: Generation;
}

/** A document whose modules exist in memory. */
interface UsableDocument extends ReadDocument, MountedDocument {
  readonly surface: Surface;
  readonly model: ApiModel;
  readonly files: readonly GeneratedFile[];
  /** The folder below `src/generated/`. */
  readonly folder: string;
}

function usableOf({ document, stages }: ReadDocument): readonly UsableDocument[] {
  const { surface, model, files, locate } = stages;
  if (!surface || !model || !files) return [];
  const { name, place, prefix = "" } = document.server;
  const { operations } = surface;
  const folder = path.basename(document.options.out ?? "");
  const mounted = { name, place, prefix, operations, locate };
  return [{ ...mounted, document, stages, surface, model, files, folder }];
}

async function emitProject(
  documents: readonly UsableDocument[],
  { facts, options, configuration, cwd }: ProjectInput,
): Promise<{
  readonly files?: readonly GeneratedFile[];
  readonly diagnostics: readonly LocatedDiagnostic[];
}> {
  const { name, title, version, instructions, className, out } = facts;
  const rerun = rerunCommand(
    { input: "", options, cwd, out, configuration: { file: configuration } },
    generatorVersion(),
  );
  const view = {
    name,
    title,
    version,
    className,
    ...defined({ instructions }),
    documents: documents.map(({ folder, prefix, surface, model }): GatewayDocument => ({
      folder,
      symbol: memberSymbol(folder),
      prefix,
      surface,
      model,
    })),
  };
  const diagnostics = new Diagnostics(cwd);
  const { output: files } = diagnostics.addLoaded(
    await emitWithTemplates(options.templates, { cwd }, (templates) =>
      emitGateway(view, {
        ...emitOptionsOf(options, out),
        ...defined({ templates, rerunCommand: rerun }),
      }),
    ),
  );
  return { ...defined({ files }), diagnostics: diagnostics.located() };
}

async function write(
  documents: readonly UsableDocument[],
  files: readonly GeneratedFile[],
  project: ProjectInput,
): Promise<ProjectRun> {
  const { facts, options, cwd } = project;
  const now = documents.map(({ folder, prefix, place }) => ({ folder, prefix, place }));
  const before = formerMounts(path.resolve(cwd, facts.out));
  const refusals = options["allow-removed"] ? [] : refuseMounts(before, now, facts.place);
  const told = locate(refusals, project.files, cwd);
  const gone = before.filter(({ folder }) => now.every((each) => each.folder !== folder));
  const output = {
    out: facts.out,
    className: facts.className,
    cwd,
    modules: documents.flatMap(modulesOf),
    optionsEcho: echoMounts(now),
  };
  const pass = async (given: Partial<Options>, isFirst: boolean): Promise<ProjectRun> => {
    const runs: DocumentRun[] = [];
    for (const { name, document, stages } of documents) {
      const tell = (changes: readonly ContractChange[]): void => project.onChanges?.(name, changes);
      const { outcome } = await writeStages(
        stages,
        { ...document.options, ...given },
        { ...document.host, ...(isFirst && { onChanges: tell }) },
      );
      runs.push({ server: name, stages, ...defined({ outcome }) });
    }
    const isSound = runs.every(({ outcome }) => outcome?.ok);
    if (!isSound || told.length > 0) return { documents: runs, diagnostics: told, ok: false };
    const removed = await removeModules(gone, facts.out, { ...options, ...given }, cwd);
    const users = project.onRead ? await readUserSources(path.resolve(facts.out)) : [];
    const outcome = await writeOutput(files, output, { ...options, ...given });
    project.onRead?.(
      userSourcesInput(facts.out, users, appliedPlan(outcome, { ...options, ...given })),
    );
    const ok = outcome.ok && removed.length === 0;
    return { documents: runs, outcome, diagnostics: removed, ok };
  };
  if (options.check || options["dry-run"]) return pass({}, true);
  // What one of the outputs refuses must not leave the others written.
  const trial = await pass({ "dry-run": true }, true);
  return trial.ok ? pass({}, false) : trial;
}

function modulesOf({ folder, files }: UsableDocument): readonly GeneratedFile[] {
  return files.map((file) => ({ ...file, path: `src/generated/${folder}/${file.path}` }));
}

/** Returns the servers that the project has had. */
function formerMounts(out: string): readonly Mounting[] {
  const manifest = lookIfReadable(out, manifestPathOf("project"));
  if (manifest?.kind !== "file") return [];
  return readMounts(parseManifest(manifest.content)?.options ?? "");
}

/** Removes the generated files of servers that the project no longer has. */
async function removeModules(
  gone: readonly Mounting[],
  out: string,
  options: Options,
  cwd: string,
): Promise<readonly LocatedDiagnostic[]> {
  const problems: LocatedDiagnostic[] = [];
  for (const { folder } of gone) {
    const modules = path.join(out, "src/generated", folder);
    const manifest = lookAt(path.resolve(cwd, modules), manifestName);
    if (manifest.kind !== "file") continue;
    const output = { out: modules, className: "", cwd };
    const { ok, diagnostics } = await writeOutput([], output, { ...options, layout: "module" });
    problems.push(...diagnostics);
    const isRemoved = ok && !options.check && !options["dry-run"];
    if (!isRemoved) continue;
    await unlink(path.join(modules, manifestName)).catch(absent);
    await removeEmptyFolders(out, `src/generated/${folder}/${manifestName}`);
  }
  return problems;
}
