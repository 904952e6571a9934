import type { Asking, Choices, NumberOptions, TextOptions } from "../types/asking.js";
import type { AskOptions, CallContext } from "../types/call-context.js";
import { clientInputCode, type ClientInputCode } from "./lazy-code.js";

type Elicit = Pick<CallContext, "elicit">;

/** Asks the user for single values. The forms are made by the code that asks. */
export class Asker implements Asking {
  readonly #ctx: Elicit;

  constructor(ctx: Elicit) {
    this.#ctx = ctx;
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
    const answer = clientInputCode.use(ask);
    answer.catch(() => {});
    return answer;
  }
}
