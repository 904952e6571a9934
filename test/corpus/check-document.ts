/**
 * Checks one document in its own process, so that a hang or a crash stays there: `check-document.ts NAME FILE FOLDER
 * OPERATIONS [OPTION …]` generates below FOLDER and prints a DocumentResult as JSON.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { checkTools } from "./check-tools.js";
import { listOperations } from "./count-operations.js";
import { generateDocument, locateSkipped } from "./generate-document.js";
import type { DocumentResult } from "./result.js";
import { typeCheck } from "./type-check.js";
import { useServer } from "./use-server.js";

const [name = "", file = "", folder = "", collected = "", ...options] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await checkDocument()));

async function checkDocument(): Promise<DocumentResult> {
  const out = path.join(folder, name.replaceAll(" ", ""));
  const keys = listOperations(file);
  const generated = await generateDocument(file, out, options);
  const { skipped, problems: unlocated } = generated.report
    ? locateSkipped(generated.report)
    : { skipped: {}, problems: [] };
  const problems = [...generated.problems, ...unlocated];
  if (keys.length !== Number(collected)) {
    problems.push(`the manifest says ${collected} operations, the document has ${keys.length}`);
  }
  const excluded = generated.report?.summary?.excluded ?? [];
  const counts = { name, operations: keys.length, excluded: excluded.length, skipped };
  const generateSeconds = generated.seconds;
  const summary = generated.report?.summary;
  if (generated.refused || !summary) {
    const errors = generated.report?.diagnostics.filter((each) => each.severity === "error") ?? [];
    if (generated.report && !errors.some((each) => each.at))
      problems.push("refused without a place");
    return {
      ...counts,
      tools: 0,
      resources: 0,
      answered: 0,
      refusedCalls: {},
      refused: [...new Set(errors.map(({ code }) => code))].sort(),
      problems,
      generateSeconds,
      typeCheckSeconds: 0,
      outputBytes: 0,
      listBytes: 0,
    };
  }

  const outputBytes = sizeOf(out);
  const typeChecked = await typeCheck(out);
  const used = await useServer(out);
  const tools = checkTools(used.tools);
  problems.push(...typeChecked.problems, ...used.problems, ...tools.problems);

  const leftOut = [...Object.keys(skipped), ...excluded.map(({ operation }) => operation)];
  const unknown = leftOut.filter((key) => !keys.includes(key));
  if (unknown.length > 0) problems.push(`not in the document: ${unknown.join(", ")}`);
  const offered = used.tools.length + used.resources.length;
  if (offered + leftOut.length !== keys.length) {
    problems.push(`${keys.length} operations, ${offered} offered, ${leftOut.length} left out`);
  }
  if (summary.toolsListBytes !== tools.bytes) {
    const said = summary.toolsListBytes;
    problems.push(`tools/list has ${tools.bytes} bytes, the summary says ${said}`);
  }
  rmSync(out, { recursive: true });
  return {
    ...counts,
    tools: used.tools.length,
    resources: used.resources.length,
    answered: used.calls.answered,
    refusedCalls: used.calls.refused,
    problems,
    generateSeconds,
    typeCheckSeconds: typeChecked.seconds,
    outputBytes,
    listBytes: tools.bytes,
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
