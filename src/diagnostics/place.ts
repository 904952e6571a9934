import { escapeToken } from "../load/pointer.js";
import type { Place } from "./diagnostic.js";

/** Returns the place of a member of the value at `place`. */
export function below(place: Place, key: string): Place {
  return { file: place.file, pointer: `${place.pointer}/${escapeToken(key)}` };
}
