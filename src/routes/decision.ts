import type { Operation } from "../operations/model.js";
import type { Place } from "../diagnostics/diagnostic.js";
import type { Expose, RouteSettings } from "./route-map.js";

/** The settings of an operation from the route map and `x-mcp`. Absent settings take the default of the surface. */
export interface Decision extends RouteSettings {
  readonly expose: Expose;
  /** Source of the decision: `rule 3 of routes.yaml`, `x-mcp` or `defaults`. */
  readonly because: string;
  readonly place?: Place;
}

export interface RoutedOperation {
  readonly operation: Operation;
  readonly decision: Decision;
}
