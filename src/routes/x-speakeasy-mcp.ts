import { defined } from "../../runtime/protocol/defined.js";
import type { ToolAnnotations } from "../../runtime/contract/operation.js";
import type { RouteSettings } from "./route-map.js";

/** The extension's members. @see https://www.speakeasy.com/docs/standalone-mcp/customize-tools */
interface WrittenSpeakeasy extends Omit<ToolAnnotations, "title"> {
  readonly disabled?: boolean;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly scopes?: readonly string[];
}

/** Converts Speakeasy's settings, already validated. Its scopes select tools, as our tags do. */
export function readSpeakeasy(written: WrittenSpeakeasy): RouteSettings {
  const { disabled, name, title, description, scopes, ...annotations } = written;
  return defined({
    expose: disabled ? "exclude" : undefined,
    name,
    title,
    description,
    tags: scopes,
    annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
  });
}
