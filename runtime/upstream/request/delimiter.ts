import type { ParameterStyle } from "../../contract/operation.js";

const delimiters: { readonly [style in ParameterStyle]?: string } = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/**
 * What stands between the values of a parameter that is not exploded, before it is percent-encoded; a comma in all other
 * styles.
 *
 * @see OpenAPI 3.2 Style Values; Swagger 2.0 Parameter Object, `collectionFormat`, where paths and headers have them too
 */
export function delimiterOf(style: ParameterStyle | undefined): string {
  return (style && delimiters[style]) ?? ",";
}

/** The same as it is written in a URL: a comma stays, the others are no characters of one. */
export function encodedDelimiterOf(style: ParameterStyle | undefined): string {
  const delimiter = delimiterOf(style);
  return delimiter === "," ? delimiter : encodeURIComponent(delimiter);
}
