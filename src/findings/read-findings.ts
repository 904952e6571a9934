/** What a document tries that a person should see before its server is used. */
import type { Api } from "../../runtime/contract/api.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Sources } from "../load/source.js";
import type { ApiModel } from "../operations/model.js";
import { ApiFindings } from "./api-findings.js";
import { FindingCollector } from "./collector.js";
import { TextFindings } from "./text-findings.js";

export interface Findings {
  readonly findings: readonly Diagnostic[];
  /** Warnings of what changed because of a finding. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the findings of a document, with all its files, and of the route map. */
export function readFindings(
  sources: Sources,
  routes: Sources | undefined,
  model: ApiModel,
  api: Api | undefined,
): Findings {
  const collector = new FindingCollector();
  const texts = new TextFindings(collector);
  for (const source of [...sources.files.values(), ...(routes?.files.values() ?? [])]) {
    texts.read(source);
  }
  new ApiFindings(collector, { file: sources.root.url, pointer: "" }).read(model, api);
  return { findings: collector.all(), diagnostics: texts.warnings() };
}
