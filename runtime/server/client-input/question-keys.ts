import type { ClientMethod } from "../../protocol/client-requests.js";
import type { AskOptions } from "../types/call-context.js";

const shortNames: Readonly<Record<ClientMethod, string>> = {
  "elicitation/create": "elicit",
  "sampling/createMessage": "sample",
  "roots/list": "roots",
};

/** Assigns keys to the questions of one run of a handler. Another run that asks the same gets the same keys. */
export class QuestionKeys {
  readonly #used = new Set<string>();
  readonly #counts = new Map<ClientMethod, number>();

  /**
   * Returns the key of the next question: the handler's own, or else `elicit-1`, `elicit-2`, `sample-1` and so on.
   *
   * @throws TypeError if two questions have the same key, because their answers could not be told apart
   */
  next(method: ClientMethod, own: string | undefined): string {
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    const key = own ?? `${shortNames[method]}-${count}`;
    if (this.#used.has(key)) {
      throw new TypeError(`Two questions of one call have the key ${JSON.stringify(key)}.`);
    }
    this.#used.add(key);
    return key;
  }
}

/** Returns the options of a question that is asked again: a key of the handler's gets the number of the attempt. */
export function nextKey(options: AskOptions, attempt: number): AskOptions {
  const { key } = options;
  return key === undefined || attempt === 1 ? options : { ...options, key: `${key}-${attempt}` };
}
