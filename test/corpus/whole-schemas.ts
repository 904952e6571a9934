/** The whole input schemas of a generated project, which check calls. `tools/list` may show shorter ones. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation, SchemaTable } from "../../runtime/contract/operation.js";
import type { WholeInputs } from "../../runtime/contract/whole-inputs.js";

export interface WholeSchemas {
  /** By the tool's name: the id of its operation. */
  readonly ids: ReadonlyMap<string, string>;
  /** The `$defs` of all tools. The whole schemas refer to some that their own tool does not list. */
  readonly inputSchemas: SchemaTable;
  readonly wholeInputs?: () => WholeInputs;
}

/** @param project folder of a project that is compiled to `dist/` */
export async function readWholeSchemas(project: string): Promise<WholeSchemas> {
  const folder = path.join(project, "dist/generated");
  const file = path.join(folder, "whole-inputs.js");
  if (!existsSync(file)) return { ids: new Map(), inputSchemas: {} };
  const whole = (await load(file)) as WholeInputs;
  const { inputSchemas = {}, ...operations } = (await load(path.join(folder, "operations.js"))) as {
    readonly inputSchemas?: SchemaTable;
  } & Record<string, Operation>;
  const ids = Object.values(operations).flatMap(({ id, expose }): [string, string][] =>
    expose && "name" in expose ? [[expose.name, id]] : [],
  );
  return { ids: new Map(ids), inputSchemas, wholeInputs: () => whole };
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}
