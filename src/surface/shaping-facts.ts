import { defined } from "../../runtime/protocol/defined.js";
import type { Operation as OperationFacts } from "../../runtime/contract/operation.js";
import type { Decision } from "../routes/decision.js";
import type { ArgumentShaping } from "./arguments/shape-arguments.js";

type ShapingFacts = Pick<
  OperationFacts,
  "preset" | "timeoutMs" | "retries" | "cacheMs" | "paginate" | "confirm" | "select" | "limit"
>;

/** What the route map and `x-mcp` say of calls and results, as facts. */
export function shapingFacts(
  decision: Decision,
  shaping: ArgumentShaping,
  preset: ShapingFacts["preset"],
): ShapingFacts {
  const { timeoutMs, retries, cacheMs, confirm, select, limit } = decision;
  const paginate = paginationOf(decision, shaping);
  return defined({
    preset,
    timeoutMs,
    retries,
    cacheMs,
    paginate,
    confirm: confirm ? confirm : undefined,
    select,
    limit,
  });
}

/** The route map names the argument as it does elsewhere; the runtime knows it by its final name. */
function paginationOf(
  { paginate }: Decision,
  shaping: ArgumentShaping,
): ShapingFacts["paginate"] | undefined {
  if (!paginate) return undefined;
  const { value } = paginate;
  if (value.by === "link") return value;
  const arg = shaping.nameOf(value.arg, paginate);
  return arg === undefined ? undefined : { ...value, arg };
}
