import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { mergeJson } from "../../client-setup/merge-json.js";
import type { Merged } from "../../client-setup/merge-model.js";
import { mergeToml } from "../../client-setup/merge-toml.js";
import type { Setup } from "../../client-setup/set-up.js";
import type { LocatedDiagnostic } from "../../diagnostics/diagnostic.js";

/** A larger file is no configuration. */
const maxBytes = 16 << 20;

export interface Written {
  readonly changed: boolean;
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/** Adds a server to the configuration of a client. Another entry of its name is replaced only with `force`. */
export async function writeSetup(setup: Setup, force: boolean): Promise<Written> {
  const { shownFile, definition, addition } = setup;
  try {
    // People link such files to a folder of their own; the link stays.
    const file = await realpath(setup.file).catch(() => setup.file);
    const facts = await stat(file).catch(() => undefined);
    if (facts && (!facts.isFile() || facts.size > maxBytes)) {
      return problem("client-file-invalid", `${shownFile} is no configuration.`);
    }
    const former = facts ? await readFile(file, "utf8") : "";
    const merge = definition.format === "toml" ? mergeToml : mergeJson;
    const merged = merge(former, { ...addition, force });
    if (merged.kind === "same") return { changed: false, diagnostics: [] };
    if (merged.kind !== "changed") return refused(setup, former, merged);
    const isShared = definition.projectFile === shownFile;
    await replace(file, merged.text, facts?.mode ?? (isShared ? 0o644 : 0o600));
    return { changed: true, diagnostics: [] };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return problem("out-unwritable", `${shownFile} can't be written: ${code}.`);
  }
}

/** No excerpt is shown: these files hold secrets. */
function refused(
  { shownFile, definition, server }: Setup,
  former: string,
  merged: Merged & { readonly offset: number },
): Written {
  const before = former.slice(0, merged.offset);
  const at = {
    file: shownFile,
    line: before.split("\n").length,
    column: merged.offset - before.lastIndexOf("\n"),
    pointer: "",
  };
  if (merged.kind === "taken") {
    const message = `${definition.title} has another server named ${server.name}.`;
    const hint = "Give this one another --name, or replace the other with --force.";
    return problem("client-entry-taken", message, { at, hint });
  }
  const reason = "reason" in merged ? merged.reason : "";
  const message = `The configuration of ${definition.title} can't be changed: ${reason}.`;
  const hint = "Correct the file, or add the entry by hand: without --write it is shown.";
  return problem("client-file-invalid", message, { at, hint });
}

function problem(
  code: LocatedDiagnostic["code"],
  message: string,
  more: Pick<LocatedDiagnostic, "at" | "hint"> = {},
): Written {
  return { changed: false, diagnostics: [{ code, severity: "error", message, ...more }] };
}

/** Writes a file beside the former one and moves it into its place, so that no reader sees half of it. */
async function replace(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600 });
    await chmod(draft, mode & 0o777);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
