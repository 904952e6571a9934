import { readableName } from "../../surface/names/names.js";

/** Maximum length of a file name, in characters. */
const maxLength = 60;

/** Names that Windows keeps for devices, with any extension, and the names of files beside those of the groups. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|schemas)$/;

/** Returns the name of a tag's files, which every file system can hold: lower-case letters, digits and hyphens. */
export function fileNameOf(tag: string): string {
  const name = readableName(tag, /[^a-zA-Z0-9]+/g, "tag", maxLength)
    .replaceAll("_", "-")
    .toLowerCase();
  return reserved.test(name) ? `${name}-tag` : name;
}

/** Segments that do not say what a path is about: `api`, `rest`, `v1`, `1.1`, `2010-04-01`. */
const general = /^(?:api|apis|rest|v?\d+(?:_\w+)?(?:[.-]\w+)*)$/i;

/** Returns the first segment of a path that names something: `pets` of `/api/v1/pets/{id}`. */
export function resourceOf(path: string): string | undefined {
  return path
    .split(/[/?#]/)
    .find((segment) => segment !== "" && !segment.includes("{") && !general.test(segment));
}
