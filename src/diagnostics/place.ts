import { escapeToken } from "../load/pointer.js";
import type { Place } from "./diagnostic.js";

/** The place of a member of what is at a place. */
export function below(place: Place, key: string): Place {
  return { file: place.file, pointer: `${place.pointer}/${escapeToken(key)}` };
}
