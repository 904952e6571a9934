import type { Operation } from "../operations/model.js";
import type { Place } from "../diagnostics/diagnostic.js";
import type { Expose, RouteSettings } from "./route-map.js";

/** What the route map and `x-mcp` say of one operation. Absent fields: the surface's own default. */
export interface Decision extends RouteSettings {
  readonly expose: Expose;
  /** What decided: `rule 3 of routes.yaml`, `x-mcp`, `defaults`. */
  readonly because: string;
  readonly place?: Place;
}

export interface RoutedOperation {
  readonly operation: Operation;
  readonly decision: Decision;
}
