import type { GeneratedCode, OperationHead } from "./generated-code.js";

/** What became of a method that the generated class had. */
export type Fate =
  | { readonly kind: "kept" }
  /** The operation has another method now. */
  | { readonly kind: "renamed"; readonly to: string; readonly request: string }
  /** Its name stands for another operation now; `to` is the method of the one that it stood for. */
  | {
      readonly kind: "moved";
      readonly to: string;
      readonly request: string;
      readonly now: string;
    }
  | { readonly kind: "gone"; readonly request: string };

/** Says what became of the methods of a class. */
export class Fates {
  readonly #before: GeneratedCode | undefined;
  readonly #now: GeneratedCode;
  readonly #methods: ReadonlyMap<string, string>;

  constructor(before: GeneratedCode | undefined, now: GeneratedCode) {
    this.#before = before;
    this.#now = now;
    this.#methods = new Map([...now.operations].map(([name, head]) => [keyOf(head), name]));
  }

  /** Returns what became of a method; undefined if there was none with this name. */
  of(method: string): Fate | undefined {
    const head = this.#before?.operations.get(method);
    if (!head) return undefined;
    const { request } = head;
    const to = request === "" ? undefined : this.#methods.get(keyOf(head));
    const now = this.#now.operations.get(method);
    if (!now) {
      return to === undefined ? { kind: "gone", request } : { kind: "renamed", to, request };
    }
    return to === undefined || to === method
      ? { kind: "kept" }
      : { kind: "moved", to, request, now: now.request };
  }

  /** Returns the new name that clients know an operation by, if it had this one and has another now. */
  ofExposed(name: string): Fate | undefined {
    const all = [...(this.#before?.operations ?? [])];
    const [method, head] = all.find(([, { exposed }]) => exposed === name) ?? [];
    if (method === undefined || !head || this.#isExposed(name)) return undefined;
    const fate = this.of(method);
    const to = fate && "to" in fate ? fate.to : method;
    const exposed = this.#now.operations.get(to)?.exposed;
    return fate?.kind === "gone" || exposed === undefined
      ? { kind: "gone", request: head.request }
      : { kind: "renamed", to: exposed, request: head.request };
  }

  #isExposed(name: string): boolean {
    return [...this.#now.operations.values()].some(({ exposed }) => exposed === name);
  }
}

/** Operations are the same if their requests are, whatever the path's parameters are called. */
function keyOf({ request }: OperationHead): string {
  return request.replace(/\{[^}]*\}/g, "{}");
}
