import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** Collects errors in shared parts, to report each once with the operations affected. */
export class Faults {
  readonly #costs = new Map<string, Cost>();

  /** Records that an error makes an operation unusable. */
  loseOperation(diagnostic: Diagnostic, operation: string): void {
    this.#costOf(diagnostic).operations.add(operation);
  }

  /** Records that an error costs an operation one of its responses. */
  loseResponse(diagnostic: Diagnostic, operation: string): void {
    this.#costOf(diagnostic).responses.add(operation);
  }

  /** The diagnostic for each error, by `identityOf`. */
  reports(): ReadonlyMap<string, Diagnostic> {
    return new Map([...this.#costs].map(([identity, cost]) => [identity, report(cost)]));
  }

  #costOf(diagnostic: Diagnostic): Cost {
    const identity = identityOf(diagnostic);
    let cost = this.#costs.get(identity);
    if (cost === undefined) {
      cost = { diagnostic, operations: new Set(), responses: new Set() };
      this.#costs.set(identity, cost);
    }
    return cost;
  }
}

interface Cost {
  readonly diagnostic: Diagnostic;
  readonly operations: Set<string>;
  readonly responses: Set<string>;
}

/** Returns the same key for diagnostics that print the same. */
export function identityOf({ code, message, place }: Diagnostic): string {
  return `${code} ${place?.file}#${place?.pointer} ${message}`;
}

function report({ diagnostic, operations, responses }: Cost): Diagnostic {
  const { message } = diagnostic;
  return operations.size > 0
    ? { ...diagnostic, message: `${message} Skipped: ${some(operations)}.` }
    : {
        ...diagnostic,
        severity: "warning",
        message: `${message} The response is left out of ${some(responses)}.`,
      };
}

function some(operations: ReadonlySet<string>): string {
  const shown = [...operations].slice(0, 3);
  const more = operations.size - shown.length;
  return more > 0
    ? `${shown.join(", ")} and ${more} more operation${more === 1 ? "" : "s"}`
    : shown.join(", ");
}
