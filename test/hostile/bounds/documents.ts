/** Documents of which some part is far larger, or makes far more work, than in any honest document. */
import type { Json } from "./make.js";
import { operations } from "./operations.js";
import { references } from "./references.js";
import { schemas } from "./schemas.js";
import { texts } from "./texts.js";

/** By what they have much of. A text is YAML, or JSON with an error. */
export const documents: { readonly [name: string]: () => Json | string } = {
  ...operations,
  ...references,
  ...schemas,
  ...texts,
};
