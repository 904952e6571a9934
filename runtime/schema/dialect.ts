/** The dialects of JSON Schema that tools may use. */
import type { JsonObject } from "../protocol/json.js";

export type Dialect = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

const uris =
  /^https?:\/\/json-schema\.org\/(?:draft\/(?=2))?(draft-0[467]|2019-09|2020-12)\/schema#?$/;

/**
 * Returns the dialect that a schema, or the URI of a meta-schema, names; undefined for one that is not known.
 *
 * @see MCP 2025-11-25, Basic, JSON Schema Usage: without `$schema` it is 2020-12
 */
export function dialectOf({ $schema: uri }: JsonObject): Dialect | undefined {
  if (uri === undefined) return "2020-12";
  return typeof uri === "string" ? (uris.exec(uri)?.[1] as Dialect | undefined) : undefined;
}
