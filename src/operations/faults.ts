import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** What an error costs an operation. */
export type Loss = keyof typeof fates;

/** What becomes of the operations, by what the error costs them. */
const fates = {
  operation: (operations: string) => `Skipped: ${operations}.`,
  mediaType: (operations: string) => `The media type is left out of ${operations}.`,
  parameter: (operations: string) => `The optional parameter is left out of ${operations}.`,
  value: (operations: string) => `Any value is accepted there by ${operations}.`,
  response: (operations: string) => `The response is left out of ${operations}.`,
  schema: (operations: string) => `The response is described without it in ${operations}.`,
} as const;

/** Collects errors in shared parts, to report each once with the operations affected. */
export class Faults {
  readonly #costs = new Map<string, Cost>();

  /** Records what an error costs an operation. */
  add(diagnostic: Diagnostic, loss: Loss, operation: string): void {
    const identity = identityOf(diagnostic);
    let cost = this.#costs.get(identity);
    if (cost === undefined) {
      cost = { diagnostic, losses: new Map() };
      this.#costs.set(identity, cost);
    }
    const operations = cost.losses.get(loss);
    if (operations) operations.add(operation);
    else cost.losses.set(loss, new Set([operation]));
  }

  /** The diagnostic for each error, by `identityOf`. An error that loses no operation is a warning. */
  reports(): ReadonlyMap<string, Diagnostic> {
    return new Map([...this.#costs].map(([identity, cost]) => [identity, report(cost)]));
  }
}

interface Cost {
  readonly diagnostic: Diagnostic;
  readonly losses: Map<Loss, Set<string>>;
}

/** Returns the same key for diagnostics that print the same. */
export function identityOf({ code, message, place }: Diagnostic): string {
  return `${code} ${place?.file}#${place?.pointer} ${message}`;
}

/** Keeps the last of those that print the same, in the place of the first. Many may share a pointer, which may be long. */
export function withoutRepetitions(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const kept: Diagnostic[] = [];
  const indices = new Map<string, Map<string, number>>();
  for (const diagnostic of diagnostics) {
    const { code, message, place } = diagnostic;
    const pointer = place?.pointer ?? "";
    let known = indices.get(pointer);
    if (known === undefined) indices.set(pointer, (known = new Map()));
    const identity = `${code} ${place?.file} ${message}`;
    const index = known.get(identity) ?? kept.length;
    known.set(identity, index);
    kept[index] = diagnostic;
  }
  return kept;
}

function report({ diagnostic, losses }: Cost): Diagnostic {
  const sentences = (Object.keys(fates) as Loss[]).flatMap((loss) => {
    const operations = losses.get(loss);
    return operations ? [fates[loss](some(operations))] : [];
  });
  return {
    ...diagnostic,
    severity: losses.has("operation") ? "error" : "warning",
    message: [diagnostic.message, ...sentences].join(" "),
  };
}

function some(operations: ReadonlySet<string>): string {
  const shown = [...operations].slice(0, 3);
  const more = operations.size - shown.length;
  return more > 0
    ? `${shown.join(", ")} and ${more} more operation${more === 1 ? "" : "s"}`
    : shown.join(", ");
}
