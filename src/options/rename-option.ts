/** A name that an operation had, and how to find the operation now. */
export interface Rename {
  readonly old: string;
  /** The name that the document gives it now, its operationId, or method and path. */
  readonly now: string;
}

/**
 * Reads `OLD=NEW`.
 *
 * @throws RangeError if a name is missing, or OLD can't be the name of a tool
 */
export function readRename(text: string): Rename {
  const at = text.indexOf("=");
  const [old, now] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || now === "") throw new RangeError(`\`${text}\` is not OLD=NEW.`);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(old)) {
    throw new RangeError(`\`${old}\` can't be the name of a tool.`);
  }
  return { old, now };
}
