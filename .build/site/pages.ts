/** Where files of the repository are on the site. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

const named: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "docs/README.md": "contents.md",
  "examples/README.md": "examples.md",
};

/** Documents that are pages although they are not in docs/. */
export const documentsElsewhere: readonly string[] = Object.keys(named);

/** Returns the page of a file of the repository, relative to the site. Other files and folders are shown as listings. */
export function pageOf(file: string): string {
  const page = named[file];
  if (page !== undefined) return page;
  if (file.startsWith("docs/"))
    return file.slice("docs/".length).replace(/README\.md$/, "index.md");
  return `files/${file.replace(/\/$/, "")}.md`;
}

/** Whether the page of a file is a listing. */
export function isListing(file: string): boolean {
  return pageOf(file).startsWith("files/");
}

/**
 * Returns the text of a document with links to pages in place of links to files.
 *
 * @param onListing is told of each file that needs a listing
 */
export function withPageLinks(
  file: string,
  text: string,
  onListing: (file: string) => void,
): string {
  const from = path.posix.dirname(pageOf(file));
  return text.replaceAll(
    /\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)/g,
    (_, link: string, anchor = "") => {
      const target = path.posix.join(path.posix.dirname(file), link).replace(/\/$/, "");
      if (isListing(target)) onListing(target);
      return `](${path.posix.relative(from, pageOf(target))}${anchor})`;
    },
  );
}

/** Returns the page that shows a file, or the files of a folder that are in git. */
export function listing(file: string, tracked: readonly string[]): string {
  const full = path.join(root, file);
  const title = `---\nsearch: false\n---\n\n# ${file}\n\n`;
  if (statSync(full).isFile()) return `${title}${fenced(file, readFileSync(full, "utf8"))}`;
  const files = tracked.filter((each) => path.posix.dirname(each) === file);
  return `${title}${files.map((each) => `- [${path.posix.basename(each)}](${path.posix.basename(file)}/${path.posix.basename(each)}.md)\n`).join("")}`;
}

/** Returns the files that the listing of a folder leads to. */
export function filesIn(folder: string, tracked: readonly string[]): readonly string[] {
  return statSync(path.join(root, folder)).isFile()
    ? []
    : tracked.filter((each) => path.posix.dirname(each) === folder);
}

function fenced(file: string, text: string): string {
  const language = path.extname(file).slice(1) || "text";
  return `\`\`\`\`${language}\n${text}\`\`\`\`\n`;
}
