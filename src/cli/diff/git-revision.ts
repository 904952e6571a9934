/** Files of a Git revision, copied to a temporary folder so that a document there finds the files that it refers to. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../usage-error.js";

const run = promisify(execFile);

/** Files that documents, overlays and route maps may refer to. */
const readable = /\.(ya?ml|json)$/i;
const maxFiles = 5_000;
const maxBytes = 256 << 20;

/** A file of a revision: `HEAD~1:openapi.yaml`. */
export interface RevisionFile {
  readonly revision: string;
  /** Relative to the repository's root. */
  readonly file: string;
}

/** Whether an operand is a file of a Git revision, and neither a file on disk, a URL nor a drive of Windows. */
export function isRevisionFile(operand: string, cwd: string): boolean {
  if (!/^[^:]+:[^/\\]/.test(operand) && !/^[^:]+:\.{1,2}\//.test(operand)) return false;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(operand)) return false;
  return !existsSync(path.resolve(cwd, operand));
}

/** The temporary folders of one command. */
export class Revisions {
  readonly #cwd: string;
  readonly #folders: string[] = [];
  readonly #known = new Map<string, Promise<string>>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /**
   * Copies the documents at and below the folder of a file, as they are in the revision.
   *
   * @returns The path of the copy of the file
   * @throws UsageError if Git has no such revision or file
   */
  async copy(operand: string): Promise<string> {
    const at = operand.indexOf(":");
    const revision = operand.slice(0, at);
    const file = await this.#fromRoot(operand.slice(at + 1));
    const folder = path.posix.dirname(file);
    const key = `${revision}:${folder}`;
    const copied = this.#known.get(key) ?? this.#copyFolder(revision, folder);
    this.#known.set(key, copied);
    const root = await copied;
    const copy = path.join(root, file);
    if (!existsSync(copy)) {
      throw new UsageError(
        `Git has no file ${file} in ${revision}. Paths are relative to the root of the repository; ${revision}:./${path.posix.basename(file)} is relative to this folder.`,
      );
    }
    return copy;
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  /** Git reads `./file` relative to the current folder, every other path relative to the repository's root. */
  async #fromRoot(file: string): Promise<string> {
    if (!/^\.{1,2}\//.test(file)) return path.posix.normalize(file);
    const prefix = (await this.#git(["rev-parse", "--show-prefix"])).toString("utf8").trim();
    return path.posix.normalize(`${prefix}${file}`);
  }

  async #copyFolder(revision: string, folder: string): Promise<string> {
    if (revision.startsWith("-")) throw new UsageError(`${revision} is not a revision of Git.`);
    const root = await mkdtemp(path.join(tmpdir(), "mcp-codegen-diff-"));
    this.#folders.push(root);
    const tree = (
      await this.#git(["rev-parse", "--verify", "--end-of-options", `${revision}^{tree}`])
    )
      .toString("utf8")
      .trim();
    const paths = folder === "." ? [] : [`${folder}/`];
    const listed = await this.#git([
      "ls-tree",
      "-r",
      "-z",
      "-l",
      "--full-tree",
      tree,
      "--",
      ...paths,
    ]);
    const files = readListing(listed.toString("utf8"));
    if (files.length > maxFiles) {
      throw new UsageError(`${revision} has more than ${maxFiles} documents in ${folder}.`);
    }
    let bytes = 0;
    for (const { name, object, size } of files) {
      bytes += size;
      if (bytes > maxBytes) throw new UsageError(`The documents of ${revision} are too large.`);
      const target = path.join(root, name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await this.#git(["cat-file", "blob", object]));
    }
    return root;
  }

  /** Runs Git without a shell, and so that a repository's settings start no other program. */
  async #git(args: readonly string[]): Promise<Buffer> {
    const safe = ["--no-replace-objects", "--literal-pathspecs", "-c", "core.fsmonitor=false"];
    try {
      const { stdout } = await run("git", [...safe, ...args], {
        cwd: this.#cwd,
        encoding: "buffer",
        maxBuffer: maxBytes,
        env: { ...process.env, GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      });
      return stdout;
    } catch (error) {
      throw new UsageError(`Git can't read the revision: ${reasonOf(error)}`);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && "stderr" in error) {
    const [line = ""] = String(error.stderr).trim().split("\n");
    if (line !== "") return line.slice(0, 200);
  }
  return error instanceof Error && "code" in error && error.code === "ENOENT"
    ? "git is not installed."
    : "it failed.";
}

interface ListedFile {
  readonly name: string;
  readonly object: string;
  readonly size: number;
}

/** Reads `git ls-tree -r -z -l`. Links, submodules and names that lead elsewhere are left out. */
function readListing(listing: string): readonly ListedFile[] {
  return listing.split("\0").flatMap((line) => {
    const [, mode = "", object = "", size = "", name = ""] =
      /^(\d+) blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(line) ?? [];
    const isFile = mode.startsWith("100") && readable.test(name) && isInside(name);
    return isFile ? [{ name, object, size: Number(size) }] : [];
  });
}

function isInside(name: string): boolean {
  if (/[\\\0]/.test(name)) return false;
  return name.split("/").every((part) => !["", ".", "..", ".git"].includes(part.toLowerCase()));
}
