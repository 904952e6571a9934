/** Runs one command in this process, in a folder of its own, and returns all that it printed and wrote. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { generatorVersion } from "../../src/package-files.js";
import { runHere } from "../support/run-here.js";
import { root } from "../support/cli.js";

/** A case of a command, as in the `.yaml` files of this folder. */
export interface CommandCase {
  /** What the command does here. */
  readonly about: string;
  /** The words of the command line, separated by single spaces, or a list of them. */
  readonly run: string | readonly string[];
  /** Files of the folder: their text, or the path of a file or folder of the repository to copy. */
  readonly files?: Readonly<Record<string, string | { readonly copy: string }>>;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: 0. */
  readonly exit?: number;
  /** Default: nothing. */
  readonly stdout?: string;
  readonly stderr?: string;
  /** Files that the command wrote or changed, with their text. Default: none. */
  readonly writes?: Readonly<Record<string, string>>;
}

export type Outcome = Pick<CommandCase, "exit" | "stdout" | "stderr" | "writes">;

/** Runs a case. `{folder}` stands for its folder, and `{version}` for the generator's. Members at their default are absent. */
export async function runCase({ run, files = {}, env = {} }: CommandCase): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "command-line-"));
  const work = path.join(folder, "work");
  const before = process.cwd();
  const environment = { ...process.env };
  mkdirSync(work);
  try {
    fill(work, files);
    const given = textsBelow(work);
    process.chdir(work);
    Object.assign(process.env, homeIn(folder), env);
    const args = typeof run === "string" ? run.split(" ") : run;
    const { code, stdout, stderr } = await runHere(args);
    const stable = (text: string): string =>
      text
        .replaceAll(work, "{folder}")
        .replaceAll(generatorVersion(), "{version}")
        .replace(/(Wrote|would write) \d+ files/g, "$1 {n} files")
        // A log gets a line of progress after ten seconds, which a busy computer takes.
        .replace(/^(?:Compiling the project|Comparing with the output)…\n/m, "");
    const written = writtenFiles(given, textsBelow(work));
    return {
      ...(code === 0 ? {} : { exit: code }),
      ...(stdout === "" ? {} : { stdout: stable(stdout) }),
      ...(stderr === "" ? {} : { stderr: stable(stderr) }),
      ...(written.length === 0
        ? {}
        : { writes: Object.fromEntries(written.map(([name, text]) => [name, stable(text)])) }),
    };
  } finally {
    process.chdir(before);
    for (const name of Object.keys(process.env))
      if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of generated files is the subject of test/golden. */
const project = "a project";

/** Returns the files that are new or changed. Of the generated files of a project, one entry says that there are some. */
function writtenFiles(
  given: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly [string, string][] {
  const manifests = Object.keys(now).filter((name) => name.endsWith("/src/generated/index.ts"));
  const folders = manifests.map((name) => name.slice(0, -"src/generated/index.ts".length));
  const changed = Object.entries(now).filter(([name, text]) => given[name] !== text);
  const isIn = (folder: string, name: string): boolean =>
    name.startsWith(folder) && !(name in given && !name.startsWith(`${folder}src/generated/`));
  const others = changed.filter(([name]) => !folders.some((folder) => isIn(folder, name)));
  const written = folders.filter((folder) => changed.some(([name]) => isIn(folder, name)));
  return [...others, ...written.map((folder): [string, string] => [folder, project])];
}

/** Keeps the command from the files of whoever runs the tests. */
function homeIn(folder: string): Record<string, string> {
  const home = path.join(folder, "home");
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    XDG_CACHE_HOME: path.join(home, ".cache"),
    XDG_STATE_HOME: path.join(home, ".state"),
  };
}

function fill(folder: string, files: NonNullable<CommandCase["files"]>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === "string") writeFileSync(file, content);
    else cpSync(path.join(root, content.copy), file, { recursive: true });
  }
}

function textsBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file), readFileSync(file, "utf8")]),
  );
}
