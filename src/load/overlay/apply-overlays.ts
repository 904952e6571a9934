import { defined } from "../../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.js";
import { displayReference } from "../../diagnostics/display.js";
import { below } from "../../diagnostics/place.js";
import { locationOf } from "../references/identity.js";
import { isObject } from "../object.js";
import { childOf } from "../pointer.js";
import { resolveFile } from "../references/reference.js";
import type { Source } from "../source.js";
import { writtenIn } from "../written-scalars.js";
import { Draft, kindOf, pathPointer, type Mismatch, type Path, type Update } from "./draft.js";
import type { Action, Overlay } from "./overlay.js";
import { pathSelector, type SelectPaths } from "./select-paths.js";

export interface Overlaid {
  /** The document with all changes; absent if one of them can't be made. */
  readonly root?: Source;
  /** Returns where a value of the changed document was written: in the document or in an overlay. */
  readonly placeOf: (pointer: string) => Place;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Applies overlays to the root file of a document, in order, each action on the result of the one before.
 *
 * Reports `overlay-invalid` if an action can't be applied, and as warnings `overlay-unmatched` if a target selects
 * nothing and `overlay-elsewhere` if the overlay extends another document.
 * @see Overlay 1.1, Overlay Object
 */
export async function applyOverlays(
  root: Source,
  overlays: readonly Overlay[],
  base: string | undefined,
): Promise<Overlaid> {
  const select = await pathSelector();
  const draft = new Draft(root.value, root.url);
  const diagnostics: Diagnostic[] = [];
  for (const overlay of overlays) {
    diagnostics.push(...checkExtends(overlay, root, base));
    for (const action of overlay.actions) {
      const fault = applyAction(action, draft, select);
      if (!fault) continue;
      diagnostics.push(fault);
      // Later actions may depend on the one that failed.
      if (fault.severity === "error") return { placeOf: (at) => draft.placeOf(at), diagnostics };
    }
  }
  return {
    root: { ...root, value: draft.value, overlaid: true },
    placeOf: (at) => draft.placeOf(at),
    diagnostics,
  };
}

function applyAction(action: Action, draft: Draft, select: SelectPaths): Diagnostic | undefined {
  const at = below(action.place, "target");
  const paths = select(action.target, draft.value);
  if (typeof paths === "string") return invalid(`The target ${paths}.`, at);
  if (paths.length === 0) {
    return {
      code: "overlay-unmatched",
      severity: "warning",
      message: `The target ${displayReference(action.target)} selects nothing in the document.`,
      place: at,
      hint: "Overlays see the document's own file, not the files it refers to.",
    };
  }
  if (action.kind === "remove") return toDiagnostic(draft.remove(paths), action.place);
  const mixed = mixture(paths, draft.value);
  if (mixed) return invalid(mixed, at);
  const given = action.kind === "copy" ? copied(action, draft, select) : written(action);
  if (!given.ok) return given.problem;
  for (const path of paths) {
    const fault = draft.merge(path, given);
    if (fault) return toDiagnostic(fault, action.place, pathPointer(path));
  }
  return undefined;
}

interface Given extends Update {
  readonly ok: true;
}

function written({ value, text, place }: Action & { readonly kind: "update" }): Given {
  return { ok: true, value, place: below(place, "update"), ...defined({ text }) };
}

function copied(
  { from, place }: Action & { readonly kind: "copy" },
  draft: Draft,
  select: SelectPaths,
): Given | { readonly ok: false; readonly problem: Diagnostic } {
  const at = below(place, "copy");
  const sources = select(from, draft.value);
  if (typeof sources === "string") {
    return { ok: false, problem: invalid(`The query of \`copy\` ${sources}.`, at) };
  }
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    const many = source === undefined ? "nothing" : `${sources.length} values`;
    const message = `\`copy\` must select one value of the document, not ${many}.`;
    return { ok: false, problem: invalid(message, at) };
  }
  draft.share();
  const keys = source.map(String);
  const last = keys.pop();
  const holder = keys.reduce<unknown>(childOf, draft.value);
  const value = last === undefined ? holder : childOf(holder, last);
  const text = last !== undefined && isObject(holder) ? writtenIn(holder, last) : undefined;
  return { ok: true, value, place: draft.placeOf(pathPointer(source)), ...defined({ text }) };
}

/** @see Overlay 1.1, Action Object: the selected nodes must be all objects, all arrays or all primitives */
function mixture(paths: readonly Path[], document: unknown): string | undefined {
  const kinds = new Set(
    paths.map((path) => kindOf(path.map(String).reduce<unknown>(childOf, document))),
  );
  if (kinds.size < 2) return undefined;
  return `The target selects values of several kinds: ${[...kinds].join(", ")}.`;
}

function checkExtends(
  { extends: written, file }: Overlay,
  root: Source,
  base: string | undefined,
): readonly Diagnostic[] {
  if (written === undefined) return [];
  const meant = resolveFile(written, locationOf(file, base));
  const self = childOf(root.value, "$self");
  if (meant === root.url || meant === self) return [];
  return [
    {
      code: "overlay-elsewhere",
      severity: "warning",
      message: `The overlay is for another document, ${displayReference(written)}.`,
      place: { file, pointer: "/extends" },
      hint: "The overlay is applied nevertheless.",
    },
  ];
}

function toDiagnostic(
  fault: Mismatch | undefined,
  place: Place,
  pointer?: string,
): Diagnostic | undefined {
  if (!fault) return undefined;
  const where = pointer ? ` (target ${displayReference(`#${pointer}`)})` : "";
  return invalid(fault.message.replace(/\.$/, `${where}.`), fault.at ?? place);
}

function invalid(message: string, place: Place): Diagnostic {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { code: "overlay-invalid", severity: "error", message: sentence, place };
}
