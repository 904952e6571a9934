import type { ToolAnnotations } from "../../runtime/upstream/operation.js";
import { milliseconds } from "./duration.js";
import type { Expose, Words } from "./route-map.js";

/** Words as they are written, already checked against the schema. */
export interface WrittenWords {
  readonly expose?: Expose;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly tags?: readonly string[];
  readonly timeout?: string | number;
  readonly uri?: string;
  readonly pin?: boolean;
}

/** Written words → words, with the timeout in milliseconds. */
export function readWords(written: WrittenWords): Words {
  const { expose, name, title, description, annotations, tags, timeout, uri, pin } = written;
  return {
    ...(expose === undefined ? {} : { expose }),
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(tags === undefined ? {} : { tags }),
    ...(timeout === undefined ? {} : { timeoutMs: milliseconds(timeout) }),
    ...(uri === undefined ? {} : { uri }),
    ...(pin === undefined ? {} : { pin }),
  };
}
