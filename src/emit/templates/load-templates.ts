/** Reads a user's templates. */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Handlebars from "handlebars";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { InputRead } from "../../load/input-read.js";
import { explainFileError, readLocalFile, type ReadResult } from "../../load/read-bytes.js";
import type { SourceText } from "../../load/source.js";
import { checkTemplate, type ParsedTemplate } from "./check-template.js";
import { isTemplateName, templateModels, templateVersion } from "./template-model.js";
import { explainFault, templateFault, templateSource, type TemplateSource } from "./template-source.js";
import { UserTemplates } from "./user-templates.js";

/** Maximum size of a template and of all of them. */
const maxBytes = 1 << 20;
const maxFiles = 500;
const partialFolder = "partials/";

export interface LoadedTemplates {
  /** Absent if one of them can't be used. */
  readonly templates?: UserTemplates;
  /** The texts that diagnostics point into, by URL. */
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads and checks the templates of a folder: each `NAME.hbs` in place of the built-in template of that name, and partials in
 * `partials/`.
 *
 * @param onRead - called with the list of the folder, and with each template
 */
export function loadTemplates(
  folder: string,
  cwd: string,
  onRead?: (read: InputRead) => void,
): LoadedTemplates {
  const root = path.resolve(cwd, folder);
  const list = (): ReadResult => listed(root);
  onRead?.({ url: `${pathToFileURL(root).href}/`, result: list(), again: list });
  const files = new Map<string, SourceText>();
  const diagnostics: Diagnostic[] = [];
  const templates = new Map<string, ParsedTemplate>();
  const partials = new Map<string, ParsedTemplate>();
  let isParsed = true;
  try {
    for (const name of templatesBelow(realpathSync(root))) {
      const file = path.join(root, `${name}.hbs`);
      const again = (): ReadResult => readLocalFile(file, maxBytes);
      const read = again();
      onRead?.({ url: pathToFileURL(file).href, result: read, again });
      if (read.kind !== "text") {
        diagnostics.push(unreadable(`${path.join(folder, `${name}.hbs`)} ${read.problem}.`));
        continue;
      }
      const source = templateSource(name, file, read.text);
      files.set(source.url, { url: source.url, text: source.text, format: "text" });
      const program = parse(source, diagnostics);
      if (!program) {
        isParsed = false;
        continue;
      }
      if (name.startsWith(partialFolder)) {
        partials.set(name.slice(partialFolder.length), { source, program });
      } else if (isTemplateName(name)) {
        templates.set(name, { source, program });
        diagnostics.push(...checkVersion(source, program));
      } else diagnostics.push(unknownTemplate(source));
    }
  } catch (error) {
    diagnostics.push(unreadable(`${folder} ${explainFileError(error)}.`));
  }
  // A partial that can't be parsed would also be reported as missing.
  for (const [name, template] of isParsed ? templates : []) {
    if (isTemplateName(name)) {
      diagnostics.push(...checkTemplate(template, templateModels[name], partials));
    }
  }
  const isUsable = diagnostics.every(({ severity }) => severity !== "error");
  return { ...(isUsable && { templates: new UserTemplates(templates, partials) }), files, diagnostics };
}

/** Returns the names of the templates below a folder, sorted. Links are not followed: they may lead to any file. */
function templatesBelow(root: string, folder = ""): readonly string[] {
  const names: string[] = [];
  const entries = readdirSync(path.join(root, folder)).sort();
  for (const entry of entries) {
    const relative = `${folder}${entry}`;
    const stat = lstatSync(path.join(root, relative));
    if (stat.isDirectory() && !entry.startsWith(".") && entry !== "node_modules") {
      names.push(...templatesBelow(root, `${relative}/`));
    } else if (stat.isFile() && entry.endsWith(".hbs")) names.push(relative.slice(0, -".hbs".length));
    if (names.length > maxFiles) break;
  }
  return names;
}

/** Returns the names of the templates of a folder, as an input. */
function listed(root: string): ReadResult {
  try {
    const text = templatesBelow(realpathSync(root)).join("\n");
    return { kind: "text", text, bytes: text.length };
  } catch (error) {
    return { kind: "unreadable", problem: explainFileError(error) };
  }
}

function unreadable(message: string): Diagnostic {
  return { code: "templates-unreadable", severity: "error", message };
}

function parse(source: TemplateSource, diagnostics: Diagnostic[]): hbs.AST.Program | undefined {
  try {
    return Handlebars.parse(source.text);
  } catch (error) {
    diagnostics.push(explainFault(source, error));
    return undefined;
  }
}

function unknownTemplate(source: TemplateSource): Diagnostic {
  const near = nearest(source.name, Object.keys(templateModels));
  return templateFault(
    source,
    0,
    `There is no template "${source.name}".`,
    near === undefined
      ? `The templates are ${Object.keys(templateModels).join(", ")}; partials are in partials/.`
      : `Did you mean ${near}.hbs?`,
  );
}

const statedVersion = /^\s*mcp-codegen templates version (\d+)\s*$/;

/** Warns if a template was not written for this version of the values. */
function checkVersion(source: TemplateSource, program: hbs.AST.Program): readonly Diagnostic[] {
  const stated = program.body
    .flatMap((each) => (each.type === "CommentStatement" ? [each as hbs.AST.CommentStatement] : []))
    .map(({ value, loc }) => ({ version: statedVersion.exec(value)?.[1], loc }))
    .find(({ version }) => version !== undefined);
  if (stated?.version === String(templateVersion)) return [];
  const offset = 0;
  const line = `{{!-- mcp-codegen templates version ${templateVersion} --}}`;
  return [
    {
      code: "template-version",
      severity: "warning",
      message: stated
        ? `${source.name} is written for version ${stated.version} of the templates; this is version ${templateVersion}.`
        : `${source.name} does not say for which version of the templates it is written.`,
      place: { file: source.url, pointer: "", offset },
      hint: stated
        ? `Compare it with the built-in template, then write ${line} as its first line.`
        : `Write ${line} as its first line.`,
    },
  ];
}
