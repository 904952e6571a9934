import { defined } from "../../runtime/protocol/defined.js";
import type { Generation } from "../read-surface.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { Measure } from "../surface/listing/list-size.js";
import type { SurfaceOperation } from "../surface/model.js";

export interface ListRow {
  readonly kind: "tool" | "searchable" | "resource" | "template" | "excluded" | "skipped";
  /** Name for clients; the URI of a resource. Absent when not exposed. */
  readonly name?: string;
  /** `GET /pets/{petId}` */
  readonly operation: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: true;
  readonly because: string;
  /** Tokens in its list (of a searchable operation, if it were listed). Absent when not exposed. */
  readonly tokens?: number;
}

export type SortOrder = "document" | "tokens" | "name" | "path";

/** Returns a row for every operation, in document order; undefined if there is no surface. */
export function listRows(
  { model, routed = [], surface, sizes }: Generation,
  measure: Measure,
): readonly ListRow[] | undefined {
  if (!model || !surface || !sizes) return undefined;
  const rows = new Map<string, ListRow>();
  const why = new Map(
    routed.map(({ operation, decision }) => [
      operation.key,
      decision.pin ? `${decision.because}, pinned` : decision.because,
    ]),
  );
  const tokensOf = sizes(measure);
  for (const operation of surface.operations) {
    const { key } = operation.source;
    const because = why.get(key) ?? "defaults";
    const moved = operation.facts.expose.as === "searchable" ? surface.listing?.because : undefined;
    rows.set(key, {
      ...offered(operation),
      because: moved === undefined ? because : `${because}; ${moved}`,
      tokens: tokensOf(operation),
    });
  }
  const sources = new Map(model.operations.map((operation) => [operation.key, operation]));
  for (const { key, because } of surface.excluded) {
    const source = sources.get(key);
    rows.set(key, {
      kind: "excluded",
      operation: key,
      ...(source ? described(source) : {}),
      because,
    });
  }
  for (const { key, operationId, reason } of [...model.skipped, ...surface.skipped]) {
    rows.set(key, {
      kind: "skipped",
      operation: key,
      ...defined({ operationId }),
      because: `${reason.code}: ${reason.message}`,
    });
  }
  const inOrder = [...sources.keys()].flatMap((key) => rows.get(key) ?? []);
  // Operations that could not be read have no position in the document order.
  return [...inOrder, ...[...rows.values()].filter(({ operation }) => !sources.has(operation))];
}

function offered(
  operation: SurfaceOperation,
): Pick<ListRow, "kind" | "name" | "operation" | "operationId" | "tags" | "deprecated"> {
  const { expose } = operation.facts;
  return {
    kind: expose.as,
    name: exposedName(expose),
    operation: operation.source.key,
    ...described(operation.source),
  };
}

function described({
  operationId,
  tags,
  deprecated,
}: SurfaceOperation["source"]): Pick<ListRow, "operationId" | "tags" | "deprecated"> {
  return defined({
    operationId,
    tags: tags.length > 0 ? tags : undefined,
    deprecated: deprecated ? true : undefined,
  });
}

/** Returns the rows that contain every word of the filter, ignoring case. */
export function filterRows(rows: readonly ListRow[], filter: string): readonly ListRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const { kind, name, operation, operationId, tags = [], because } = row;
    const deprecated = row.deprecated ? "deprecated" : "";
    const text = [kind, name, operation, operationId, ...tags, because, deprecated]
      .join("\n")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Sorts the rows; equal rows stay in document order. */
export function sortRows(rows: readonly ListRow[], order: SortOrder): readonly ListRow[] {
  switch (order) {
    case "document":
      return rows;
    case "tokens":
      return [...rows].sort((a, b) => (b.tokens ?? -1) - (a.tokens ?? -1));
    case "name":
      return [...rows].sort((a, b) => byText(a.name ?? a.operation, b.name ?? b.operation));
    case "path":
      return [...rows].sort((a, b) => byText(pathOf(a), pathOf(b)));
  }
}

/** Compares by code unit, so that the order does not depend on the locale. */
function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function pathOf({ operation }: ListRow): string {
  return operation.slice(operation.indexOf(" ") + 1);
}
