import { defined } from "../../../runtime/protocol/defined.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { loadSources, type LoadOptions } from "../load.js";
import type { SourceText } from "../source.js";
import type { Overlay } from "./overlay.js";
import { readOverlay } from "./read-overlay.js";

/**
 * Reads overlays, each from a path or URL.
 *
 * @returns the overlays in that order, absent if one of them can't be used, and the texts that diagnostics point into
 */
export async function loadOverlays(
  inputs: readonly string[],
  options: LoadOptions,
): Promise<{
  overlays?: readonly Overlay[];
  files: ReadonlyMap<string, SourceText>;
  diagnostics: readonly Diagnostic[];
}> {
  const files = new Map<string, SourceText>();
  const diagnostics: Diagnostic[] = [];
  const overlays: Overlay[] = [];
  for (const input of inputs) {
    const loaded = await loadSources(input, options);
    for (const [url, text] of loaded.files) files.set(url, text);
    diagnostics.push(...loaded.diagnostics);
    if (!loaded.sources) continue;
    const { overlay, diagnostics: faults } = readOverlay(loaded.sources.root);
    diagnostics.push(...faults);
    if (overlay) overlays.push(overlay);
  }
  const complete = overlays.length === inputs.length;
  return { ...defined({ overlays: complete ? overlays : undefined }), files, diagnostics };
}
