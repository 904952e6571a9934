/**
 * Builds the site of the documentation into out/docs: `npm run docs`. The first run installs what it is built with into this
 * folder; then no network is needed. A link to a page that does not exist, or a broken link in a doc comment, fails the build.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chapters } from "../docs/tables.js";
import { documentsElsewhere, filesIn, listing, pageOf, root, withPageLinks } from "./pages.js";
import { sidebarOf } from "./sidebar.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const pages = path.join(here, "pages");

install();
rmSync(pages, { recursive: true, force: true });
writePages();
run(path.join(here, "node_modules/typedoc/bin/typedoc"), ["--options", "typedoc.json"]);
run(path.join(here, "node_modules/vitepress/bin/vitepress.js"), ["build", "."]);

function install(): void {
  const lock = path.join(here, "package-lock.json");
  const done = path.join(here, "node_modules/.package-lock.json");
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(lock).mtimeMs) return;
  spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

function writePages(): void {
  const documents = [
    ...documentsElsewhere,
    ...chapters().map((file) => path.relative(root, file).replaceAll(path.sep, "/")),
  ];
  const listed = new Set<string>();
  for (const file of new Set(documents)) {
    const text = readFileSync(path.join(root, file), "utf8");
    write(
      pageOf(file),
      withPageLinks(file, text, (each) => listed.add(each)),
    );
  }
  const tracked = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).stdout.split(
    "\n",
  );
  // A set is read on while it grows.
  for (const file of listed) {
    write(pageOf(file), listing(file, tracked));
    for (const each of filesIn(file, tracked)) listed.add(each);
  }
  const contents = readFileSync(path.join(root, "docs/README.md"), "utf8");
  write("sidebar.json", JSON.stringify(sidebarOf(contents)));
}

function write(page: string, text: string): void {
  const file = path.join(pages, page);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function run(program: string, args: readonly string[]): void {
  spawn(process.execPath, [program, ...args]);
}

function spawn(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
