import type { ToolAnnotations } from "../../runtime/upstream/operation.js";
import type { Operation } from "../operations/model.js";
import type { Place } from "../diagnostics/diagnostic.js";

/** What the route map and `x-mcp` say of one operation. Absent fields: the surface's own default. */
export interface Decision {
  readonly expose: "tool" | "resource" | "template" | "exclude";
  /** What decided: `rule 3 of routes.yaml`, `x-mcp`, `defaults`. */
  readonly because: string;
  readonly place?: Place;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  /** For resources: a URI or URI template of the user's own. */
  readonly uri?: string;
  /** A tool stays listed when others are only found by search. */
  readonly pin?: boolean;
}

export interface RoutedOperation {
  readonly operation: Operation;
  readonly decision: Decision;
}
