/** Files of a Git revision, copied to a temporary folder so that a document there finds the files that it refers to. */
import { execFile, type ExecFileException } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LocatedDiagnostic } from "../../diagnostics/diagnostic.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { gitProgram } from "../../run-git.js";
import { UsageError } from "../usage-error.js";

/** Files that documents, overlays and route maps may refer to. */
const readable = /\.(ya?ml|json|md|txt)$/i;
const notInstalled = "git is not installed.";
const maxFiles = 20_000;
const maxBytes = 256 << 20;

/** A copy of documents of a revision. */
interface RevisionCopy {
  readonly revision: string;
  /** The temporary folder that stands for the repository's root. */
  readonly root: string;
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
  readonly #copies: RevisionCopy[] = [];
  readonly #known = new Map<string, Promise<string>>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Returns the path that a file of a revision has on the disk, where it may be another or missing. */
  async pathOnDisk(operand: string): Promise<string> {
    const file = await this.#fromRoot(operand.slice(operand.indexOf(":") + 1));
    return path.join(await this.#root(), file);
  }

  /** Returns a file on the disk as it is in the revision of an operand; undefined if the revision has no such file. */
  async copyOfSame(operand: string, file: string): Promise<string | undefined> {
    const root = await this.#root();
    const name = path.relative(root, realPath(path.resolve(this.#cwd, file)));
    if (name.startsWith("..") || path.isAbsolute(name)) return undefined;
    const revision = operand.slice(0, operand.indexOf(":"));
    const [copy, isThere] = await this.#find(revision, name.split(path.sep).join("/"), false);
    return isThere ? copy : undefined;
  }

  /**
   * Copies the documents at and below the folder of a file, as they are in the revision.
   *
   * @param isWhole whether the file may refer to files outside its folder, so that all documents are copied
   * @returns The path of the copy of the file
   * @throws UsageError if Git has no such revision or file
   */
  async copy(operand: string, isWhole = false): Promise<string> {
    const at = operand.indexOf(":");
    const revision = operand.slice(0, at);
    const file = await this.#fromRoot(operand.slice(at + 1));
    const [copy, isThere] = await this.#find(revision, file, isWhole);
    if (isThere) return copy;
    throw new UsageError(
      `Git has no file ${file} in ${revision}. Paths are relative to the root of the repository; ${revision}:./${path.posix.basename(file)} is relative to this folder.`,
    );
  }

  /** Names files in messages as the command line does: `HEAD~1:openapi.yaml`. */
  named(diagnostics: readonly LocatedDiagnostic[]): readonly LocatedDiagnostic[] {
    const names = this.#copies.flatMap(({ root, revision }) =>
      [root, path.relative(this.#cwd, root)].map(
        (shown) => [`${shown.split(path.sep).join("/")}/`, `${revision}:`] as const,
      ),
    );
    const rename = (text: string): string =>
      names.reduce((done, [copy, name]) => done.replaceAll(copy, name), text);
    return diagnostics.map(({ message, hint, at, ...rest }) => ({
      ...rest,
      message: rename(message),
      ...defined({
        hint: hint === undefined ? undefined : rename(hint),
        at: at && { ...at, file: rename(at.file) },
      }),
    }));
  }

  async #find(
    revision: string,
    file: string,
    isWhole: boolean,
  ): Promise<readonly [copy: string, isThere: boolean]> {
    const folder = isWhole ? "." : path.posix.dirname(file);
    const key = `${revision}:${folder}`;
    const copied = this.#known.get(key) ?? this.#copyFolder(revision, folder);
    this.#known.set(key, copied);
    const root = await copied;
    const copy = path.join(root, file);
    return [copy, existsSync(copy)];
  }

  async remove(): Promise<void> {
    for (const { root } of this.#copies) await rm(root, { recursive: true, force: true });
  }

  async #root(): Promise<string> {
    return (await this.#git(["rev-parse", "--show-toplevel"])).toString("utf8").trim();
  }

  /** Git reads `./file` relative to the current folder, every other path relative to the repository's root. */
  async #fromRoot(file: string): Promise<string> {
    if (!/^\.{1,2}\//.test(file)) return path.posix.normalize(file);
    const prefix = (await this.#git(["rev-parse", "--show-prefix"])).toString("utf8").trim();
    return path.posix.normalize(`${prefix}${file}`);
  }

  async #copyFolder(revision: string, folder: string): Promise<string> {
    if (revision.startsWith("-")) throw new UsageError(`${revision} is not a revision of Git.`);
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
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxBytes) throw new UsageError(`The documents of ${revision} are too large.`);
    const root = await mkdtemp(path.join(tmpdir(), "mcp-codegen-diff-"));
    this.#copies.push({ revision, root });
    const objects = files.map(({ object }) => `${object}\n`).join("");
    const contents =
      objects === "" ? Buffer.alloc(0) : await this.#git(["cat-file", "--batch"], objects);
    let at = 0;
    for (const { name, size } of files) {
      // A line with the object's name, type and size is before each, and a line break after it.
      at = contents.indexOf("\n", at) + 1;
      const target = path.join(root, name);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, contents.subarray(at, at + size));
      at += size + 1;
    }
    return root;
  }

  /** Runs Git without a shell, and so that a repository's settings start no other program. */
  #git(args: readonly string[], input = ""): Promise<Buffer> {
    const safe = ["--no-replace-objects", "--literal-pathspecs", "-c", "core.fsmonitor=false"];
    const program = gitProgram();
    return new Promise((resolve, reject) => {
      if (program === undefined) {
        reject(new UsageError(`Git can't read the revision: ${notInstalled}`));
        return;
      }
      const child = execFile(
        program,
        [...safe, ...args],
        {
          cwd: this.#cwd,
          encoding: "buffer",
          maxBuffer: 2 * maxBytes,
          env: { ...process.env, GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
        },
        (error, stdout, stderr) => {
          if (!error) resolve(stdout);
          else reject(new UsageError(`Git can't read the revision: ${reasonOf(error, stderr)}`));
        },
      );
      // Without Git there is nobody to read.
      child.stdin?.on("error", () => {});
      child.stdin?.end(input);
    });
  }
}

/** Links of the folder are resolved, and the file may be missing. */
function realPath(file: string): string {
  try {
    return path.join(realpathSync(path.dirname(file)), path.basename(file));
  } catch {
    return file;
  }
}

function reasonOf({ code }: ExecFileException, stderr: Buffer): string {
  const [line = ""] = stderr.toString("utf8").trim().split("\n");
  if (line !== "") return line.slice(0, 200);
  return code === "ENOENT" ? notInstalled : "it failed.";
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
