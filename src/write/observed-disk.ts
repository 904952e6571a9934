/**
 * What the compiler asks of the disk while it checks a project: also which files are missing, because one that appears may be
 * what an import names then.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

type Question = "text" | "isFile" | "isFolder" | "folders" | "realPath";

/** A question and what the disk answered. */
export type DiskAnswer = readonly [question: Question, path: string, answer: string];

/** Maximum number of answers that are kept; comparing more would take as long as checking again. */
const maxAnswers = 100_000;

/** Answers from the disk, and keeps each answer. */
export class ObservedDisk {
  readonly #answers = new Map<string, DiskAnswer>();
  #isStable = true;

  /** All answers; undefined if there are too many, or the disk changed in the meantime. */
  get answers(): readonly DiskAnswer[] | undefined {
    const isKept = this.#isStable && this.#answers.size <= maxAnswers;
    return isKept ? [...this.#answers.values()] : undefined;
  }

  /** Returns the text of a regular file; undefined if it can't be read. */
  readonly readFile = (file: string): string | undefined => {
    const bytes = bytesOf(file);
    this.#keep("text", file, digestOf(bytes));
    return bytes && decode(bytes);
  };

  readonly fileExists = (file: string): boolean => {
    const isFile = isKind(file, "isFile");
    this.#keep("isFile", file, String(isFile));
    return isFile;
  };

  readonly directoryExists = (folder: string): boolean => {
    const isFolder = isKind(folder, "isDirectory");
    this.#keep("isFolder", folder, String(isFolder));
    return isFolder;
  };

  /** Returns the names of the folders in a folder. */
  readonly getDirectories = (folder: string): string[] => {
    const names = foldersIn(folder);
    this.#keep("folders", folder, JSON.stringify(names));
    return names;
  };

  /** Returns a path with its links resolved, or as it is if it leads nowhere. */
  readonly realpath = (file: string): string => {
    const real = realPathOf(file);
    this.#keep("realPath", file, real);
    return real;
  };

  #keep(question: Question, file: string, answer: string): void {
    const key = `${question} ${file}`;
    const known = this.#answers.get(key);
    if (known && known[2] !== answer) this.#isStable = false;
    this.#answers.set(key, [question, file, answer]);
  }
}

const answers: Readonly<Record<Question, (file: string) => string>> = {
  text: (file) => digestOf(bytesOf(file)),
  isFile: (file) => String(isKind(file, "isFile")),
  isFolder: (file) => String(isKind(file, "isDirectory")),
  folders: (file) => JSON.stringify(foldersIn(file)),
  realPath: realPathOf,
};

/** Whether the disk answers a question as it did before. */
export function isSameAnswer([question, file, answer]: DiskAnswer): boolean {
  return answers[question](file) === answer;
}

function bytesOf(file: string): Buffer | undefined {
  try {
    // Reading a pipe would wait for its writer.
    return isKind(file, "isFile") ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

function isKind(file: string, kind: "isFile" | "isDirectory"): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.[kind]() ?? false;
  } catch {
    return false;
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isKind(path.join(folder, name), "isDirectory"))
      .sort();
  } catch {
    return [];
  }
}

function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function digestOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? "" : createHash("sha256").update(bytes).digest("base64");
}

/** Reads the encodings that the compiler reads. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
