/** The code blocks of the documentation, and what a comment above a block says about it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/cli.js";

export interface Block {
  /** The file, relative to the repository, and the line of the fence. */
  readonly place: string;
  readonly file: string;
  readonly language: string;
  readonly code: string;
  readonly mark?: Mark;
}

/**
 * What the comment above a block says:
 * - `<!-- not run: REASON -->`: nothing checks the block.
 * - `<!-- beside FOLDER -->`: `./generated/` of the program is that of a folder, such as `examples/typed-client`.
 * - `<!-- excerpt of FILE -->`: the lines are in that file, in this order; a line `…` stands for any others.
 * - `<!-- run by FILE -->`: a test of its own runs the block; it names the chapter.
 */
export interface Mark {
  readonly kind: "not run" | "beside" | "excerpt of" | "run by";
  readonly text: string;
}

/** Languages whose blocks are text, such as the tree of a folder or what a program prints. */
const texts = new Set(["", "text", "diff"]);

/** Returns the files of the documentation, relative to the repository. */
export function documents(): readonly string[] {
  const chapters = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll(path.sep, "/")}`)
    .sort();
  return ["README.md", "CONTRIBUTING.md", "examples/README.md", ...chapters];
}

export function readDocument(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** Returns the blocks of code of all documents, or of one. */
export function blocksOf(files: readonly string[] = documents()): readonly Block[] {
  return files.flatMap((file) => blocksIn(file, readDocument(file)));
}

/** Returns the blocks of some languages that no mark takes out. */
export function checkedBlocks(...languages: readonly string[]): readonly Block[] {
  return blocksOf().filter(
    ({ language, mark }) =>
      languages.includes(language) && (mark === undefined || mark.kind === "beside"),
  );
}

function blocksIn(file: string, text: string): Block[] {
  const fence =
    /^(?:<!-- (not run:|beside|excerpt of|run by) ([^\n]+?) -->\n+)?( *)```([\w-]*)\n([\s\S]*?)^\3```$/gm;
  return [...text.matchAll(fence)].flatMap((match) => {
    const [whole, kind, about = "", indent = "", language = "", code = ""] = match;
    if (texts.has(language)) return [];
    const before = text.slice(0, match.index) + whole.slice(0, whole.indexOf("```"));
    const block: Block = {
      place: `${file}:${before.split("\n").length}`,
      file,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
    return [kind === undefined ? block : { ...block, mark: { kind: kindOf(kind), text: about } }];
  });
}

function kindOf(word: string): Mark["kind"] {
  return word === "not run:" ? "not run" : (word as Mark["kind"]);
}
