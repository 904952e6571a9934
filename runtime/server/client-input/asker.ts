import type { Asking, Choices, NumberOptions, TextOptions } from "../types/asking.js";
import type { AskOptions, CallContext } from "../types/call-context.js";
import type { ClientInputCode } from "./lazy-code.js";

type Elicit = Pick<CallContext, "elicit">;
type Later = <T>(work: (code: ClientInputCode) => Promise<T>) => Promise<T>;

/** Asks the user for single values. The forms are made by the code that asks. */
export class Asker implements Asking {
  readonly #ctx: Elicit;
  readonly #later: Later;

  /** @param later does work with the code that asks */
  constructor(ctx: Elicit, later: Later) {
    this.#ctx = ctx;
    this.#later = later;
  }

  text(message: string, options: TextOptions = {}): Promise<string | undefined> {
    return this.#use((code) => code.askText(this.#ctx, message, options));
  }

  number(message: string, options: NumberOptions = {}): Promise<number | undefined> {
    return this.#use((code) => code.askNumber(this.#ctx, message, options));
  }

  confirm(message: string, options: AskOptions = {}): Promise<boolean> {
    return this.#use((code) => code.confirm(this.#ctx, message, options));
  }

  choice<T extends string>(
    message: string,
    choices: Choices<T>,
    options = {},
  ): Promise<T | undefined> {
    return this.#use((code) => code.askChoice(this.#ctx, message, choices, options));
  }

  choices<T extends string>(
    message: string,
    choices: Choices<T>,
    options = {},
  ): Promise<readonly T[] | undefined> {
    return this.#use((code) => code.askChoices(this.#ctx, message, choices, options));
  }

  visit(message: string, url: string, options: AskOptions = {}): Promise<boolean> {
    return this.#use((code) => code.visit(this.#ctx, message, url, options));
  }

  /** A rejection that the handler ignores must not end the process. */
  #use<T>(ask: (code: ClientInputCode) => Promise<T>): Promise<T> {
    const answer = this.#later(ask);
    answer.catch(() => {});
    return answer;
  }
}
