/** Questions to the user in the words of a program. */
import type { StandardSchema } from "../../schema/schema-source.js";
import type { AskOptions } from "./ask-options.js";

/** A form made of a library's schema. */
export interface SchemaQuestion<S extends StandardSchema> {
  /** What the user is asked. */
  readonly message: string;
  /** A flat object of texts, numbers, booleans and choices. */
  readonly schema: S;
}

/** The user's answer to a form; its content is what the schema made of it. */
export type SchemaAnswer<T> =
  | { readonly action: "accept"; readonly content: T }
  | { readonly action: "decline" | "cancel"; readonly content?: undefined };

/** How a single field is shown. */
interface FieldOptions<T> extends AskOptions {
  /** The name of the field. */
  readonly title?: string;
  readonly description?: string;
  readonly default?: T;
}

/** How a text is asked for. */
export interface TextOptions extends FieldOptions<string> {
  /** Least number of characters. */
  readonly minLength?: number;
  /** Most characters. */
  readonly maxLength?: number;
  /** What kind of text it must be. */
  readonly format?: "email" | "uri" | "date" | "date-time";
}

/** How a number is asked for. */
export interface NumberOptions extends FieldOptions<number> {
  /** True: whole numbers only. */
  readonly integer?: boolean;
  /** Least number. */
  readonly minimum?: number;
  /** Greatest number. */
  readonly maximum?: number;
}

/** How a choice is shown. */
export type ChoiceOptions<T> = FieldOptions<T>;

/** Values to choose from, or the same with the texts that the user sees. */
export type Choices<T extends string> = readonly T[] | { readonly [value in T]: string };

/** Asks the user for a single value. Undefined means that the user declined or cancelled. */
export interface Asking {
  /** Asks for a text. */
  text(message: string, options?: TextOptions): Promise<string | undefined>;
  /** Asks for a number. */
  number(message: string, options?: NumberOptions): Promise<number | undefined>;
  /** True only if the user agreed. */
  confirm(message: string, options?: AskOptions): Promise<boolean>;
  /** Asks for one of several values. */
  choice<const T extends string>(
    message: string,
    choices: Choices<T>,
    options?: ChoiceOptions<NoInfer<T>>,
  ): Promise<T | undefined>;
  /** Asks for any of several values. */
  choices<const T extends string>(
    message: string,
    choices: Choices<T>,
    options?: ChoiceOptions<readonly NoInfer<T>[]>,
  ): Promise<readonly T[] | undefined>;
  /** Sends the user to a page. True if they agreed to go. */
  visit(message: string, url: string, options?: AskOptions): Promise<boolean>;
}
