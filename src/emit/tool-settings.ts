/** What keeps formatters and linters from changing generated files, and folds those in the diffs of pull requests. */
import type { GeneratedFile } from "./generated-file.js";

/**
 * The directive for ESLint. ESLint reports a directive as unused in a file that has no other problem, and `--fix` removes
 * it, so the comment before it makes sure of one: the file has more than four lines.
 */
export const eslintDirective = "/* eslint max-lines: [1, 4] */ /* eslint-disable */";

/** The same for a file of which nothing but its length is known: it has more than one line. */
const eslintDirectiveOfAnyFile = "/* eslint max-lines: [1, 1] */ /* eslint-disable */\n";

const folded = "* linguist-generated\n";

/**
 * Prettier then formats only files with a pragma, from wherever it is started; it reads .prettierignore only there. It looks
 * for no pragma in JSON unless that counts as JavaScript.
 */
const prettier = `requirePragma: true
overrides:
  - files: "*.json"
    options: { parser: babel }
`;

/** Returns the settings in a folder of generated code; `folder` is empty or ends in a slash. */
export function settingsOfGenerated(folder: string): readonly GeneratedFile[] {
  const file = (name: string, content: string): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "generated",
  });
  return [
    // Both sides of a merge keep their lines of the manifest, which the next run puts in order.
    file(".gitattributes", `${folded}.mcp-codegen.json merge=union\n`),
    file(".prettierrc", prettier),
    // The sources have a comment for Biome; JSON can have none.
    file(
      "biome.json",
      `{ "root": false, "files": { "includes": ["**", "!**/*.json", "!**/.prettierrc"] } }\n`,
    ),
  ];
}

/** Returns the settings in the folder of the bundled runtime. */
export function settingsOfRuntime(folder: string): readonly GeneratedFile[] {
  const file = (name: string, content: string): GeneratedFile => ({
    path: `${folder}${name}`,
    content,
    role: "runtime",
  });
  return [
    file(".gitattributes", folded),
    file(".prettierrc", prettier),
    file("biome.json", `{ "root": false, "files": { "includes": ["!**"] } }\n`),
  ];
}

/** Returns a file of the runtime as ESLint passes over it. */
export function unlinted(path: string, content: string): string {
  return /\.[jt]s$/.test(path) ? `${eslintDirectiveOfAnyFile}${content}` : content;
}

/** Returns the settings in `dist/`, which may be compiled again without them. */
export function settingsOfBuild(): GeneratedFile {
  return { path: "dist/.prettierrc", content: prettier, role: "build" };
}

/**
 * Prettier indents JSON with spaces and Biome with tabs, but Prettier follows this file. So neither has a finding in a new
 * project.
 */
export const editorConfig = "[*.{json,md}]\nindent_style = tab\n";

/** Indents JSON with tabs instead of pairs of spaces. */
export function withTabs(json: string): string {
  return json.replace(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2));
}
