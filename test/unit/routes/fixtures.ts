import type { Source } from "../../../src/load/source.js";
import type { ApiModel, Operation } from "../../../src/operations/model.js";
import { readRouteMap } from "../../../src/routes/read-route-map.js";
import type { RouteMap } from "../../../src/routes/route-map.js";
import { operation } from "../../support/operation.js";

export { operation };

export function modelOf(...operations: Operation[]): ApiModel {
  return {
    title: "Shop",
    version: "1",
    specVersion: "3.1",
    servers: [],
    securitySchemes: {},
    security: [],
    operations,
    schemas: new Map(),
    skipped: [],
    total: operations.length,
  };
}

export function source(value: unknown): Source {
  return { url: "file:///work/routes.yaml", text: "", format: "yaml", value };
}

export function routeMap(value: unknown): RouteMap {
  const { routeMap: map, diagnostics } = readRouteMap(source(value));
  if (!map) throw new Error(JSON.stringify(diagnostics));
  return map;
}
