import type { ClientMethod } from "../../protocol/client-requests.js";

const shortNames: Readonly<Record<ClientMethod, string>> = {
  "elicitation/create": "elicit",
  "sampling/createMessage": "sample",
  "roots/list": "roots",
};

/** Names the questions of one run of a handler. The same run gives the same names. */
export class QuestionKeys {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<ClientMethod, number>();

  /**
   * The key of the next question: the handler's own, else `elicit-1`, `elicit-2`, `sample-1` and so on.
   *
   * @throws TypeError when two questions have the same key: their answers could not be told apart
   */
  next(method: ClientMethod, own: string | undefined): string {
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    const key = own ?? `${shortNames[method]}-${count}`;
    if (this.#taken.has(key)) {
      throw new TypeError(`Two questions of one call have the key ${JSON.stringify(key)}.`);
    }
    this.#taken.add(key);
    return key;
  }
}
