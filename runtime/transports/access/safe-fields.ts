/**
 * Headers of every answer: a browser must not take it for another type than the stated one, and nothing between server and
 * client may keep what was made for one caller.
 */
export const safeFields: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
