import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import { AddressGuard } from "../../runtime/contract/address-guard.js";
import type { Reach } from "../../runtime/contract/addresses.js";
import { fetchText, type FetchOptions } from "./fetch-text.js";
import { decodePercent } from "./pointer.js";
import type { InputRead, ValidatedDocuments } from "./input-read.js";
import type { Policy } from "./policy.js";
import {
  decode,
  type GuardedReadResult,
  readLocalFile,
  type ReadResult,
  unreadable,
} from "./read-bytes.js";
import { readReferenced } from "./read-referenced.js";
import type { NeededFile } from "./references/external-references.js";
import { locationOf } from "./references/identity.js";

export interface ReaderOptions {
  readonly cwd: string;
  /** Default: reads the process's standard input. */
  readonly readStdin?: () => Promise<string | Uint8Array>;
  /** Texts of inputs that are no files, by the URLs of the files that they stand for. */
  readonly documents?: ReadonlyMap<string, string>;
  /** Maximum size of all files together; 256 MiB by default. */
  readonly maxBytes?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit for each document on the web; 30 s by default. */
  readonly timeoutMs?: number;
  /** Whether a document may make us call addresses of this computer and its networks; see `Reach`. */
  readonly allowInternal?: boolean;
  /** Called with a description of each long step. */
  readonly onProgress?: (what: string) => void;
  /** Called with each input that was read, or that is missing. What must not be read is not told. */
  readonly onRead?: (read: InputRead) => void;
  /** Documents of earlier runs: a server is asked only whether there is a newer one. */
  readonly validated?: ValidatedDocuments;
}

const parallelFetches = 8;

/** Reads the input and its files within one size limit. */
export interface Reader {
  /** Before redirects, for messages. */
  readonly inputUrl: string;
  readonly readInput: () => Promise<ReadResult>;
  /** One result for each file, in order. */
  readonly readAll: (
    needed: readonly NeededFile[],
    policy: Policy,
    base: string | undefined,
  ) => Promise<readonly GuardedReadResult[]>;
}

/** @param input - a path, a URL, or `-` for standard input */
export function createReader(input: string, options: ReaderOptions): Reader {
  const limit = options.maxBytes ?? 256 * 1_048_576;
  let left = limit;
  const { url: inputUrl, credentials } = urlOfInput(input, options.cwd);
  const guards = new Map<Reach, AddressGuard>();
  const guardFor = (reach: Reach): AddressGuard => {
    let guard = guards.get(reach);
    if (!guard) guards.set(reach, (guard = new AddressGuard(reach, options.fetch)));
    return guard;
  };
  const { allowInternal = false } = options;
  /** Of references. The input itself is the user's word. */
  let reach: Reach = allowInternal ? "any" : "local";
  const fetchOptions = (refuse: FetchOptions["refuse"], within: Reach): FetchOptions => ({
    guardFor,
    reach: within,
    allowInternal,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxBytes: left,
    ...defined({ credentials, validated: options.validated }),
    refuse,
  });
  const count = <Result extends GuardedReadResult>(result: Result): Result => {
    if (result.kind === "text") left -= result.bytes;
    return result;
  };

  /** Tells of an input. `again` reads it once more, within the whole limit. */
  const tell = (
    url: string,
    result: GuardedReadResult,
    again: (most: number) => ReturnType<InputRead["again"]>,
  ): void => {
    if (result.kind !== "refused") options.onRead?.({ url, result, again: () => again(limit) });
  };

  const readInput: Reader["readInput"] = async () => {
    let result: GuardedReadResult;
    const given = options.documents?.get(inputUrl);
    if (given !== undefined) {
      result = decode(Buffer.from(given), left);
    } else if (inputUrl === "stdin:") {
      const piped = await (options.readStdin ?? (() => readStdin(left)))();
      result = decode(typeof piped === "string" ? Buffer.from(piped) : piped, left);
    } else if (inputUrl.startsWith("file:")) {
      const path = pathOf(inputUrl);
      const read = (most: number): GuardedReadResult =>
        path === undefined ? unreadable("is not a local file") : readLocalFile(path, most);
      result = read(left);
      tell(inputUrl, result, read);
    } else {
      const allowed = fetchOptions(() => undefined, "any");
      options.onProgress?.(downloading(inputUrl));
      result = await fetchText(inputUrl, allowed);
      tell(inputUrl, result, (most) => fetchText(inputUrl, { ...allowed, maxBytes: most }));
    }
    count(result);
    if (result.kind === "text" && result.reach !== undefined) ({ reach } = result);
    return result.kind === "refused" ? unreadable(result.refusal.message) : result;
  };

  const readAll: Reader["readAll"] = async (needed, policy, base) => {
    const results: GuardedReadResult[] = [];
    const remote: number[] = [];
    for (const [index, { url, from }] of needed.entries()) {
      const refusal = policy.refuse(url, locationOf(from, base));
      if (refusal) results[index] = { kind: "refused", refusal };
      else if (url.startsWith("file:")) {
        const read = (most: number): GuardedReadResult => readReferenced(url, policy, most);
        const result = count(read(left));
        tell(url, result, read);
        results[index] = result;
      } else remote.push(index);
    }
    const work = async (): Promise<void> => {
      for (let index = remote.shift(); index !== undefined; index = remote.shift()) {
        const { url, from } = needed[index] as NeededFile;
        options.onProgress?.(downloading(url));
        const allowed = fetchOptions((next) => policy.refuse(next, from), reach);
        const result = count(await fetchText(url, allowed));
        tell(url, result, (most) => fetchText(url, { ...allowed, maxBytes: most }));
        results[index] = result;
      }
    };
    await Promise.all(Array.from({ length: parallelFetches }, work));
    return results;
  };

  return { inputUrl, readInput, readAll };
}

/** Names the host only: an address may have a secret in its path or query. */
function downloading(url: string): string {
  return `Downloading from ${new URL(url).host}`;
}

function urlOfInput(
  input: string,
  cwd: string,
): { url: string; credentials?: NonNullable<FetchOptions["credentials"]> } {
  if (input === "-") return { url: "stdin:" };
  if (!/^(?:https?|file):/i.test(input) || !URL.canParse(input)) {
    return { url: pathToFileURL(path.resolve(cwd, input)).href };
  }
  const url = new URL(input);
  url.hash = "";
  if (url.protocol === "file:") return { url: url.href };
  if (url.username === "" && url.password === "") return { url: url.href };
  const plain = `${decodePercent(url.username)}:${decodePercent(url.password)}`;
  url.username = "";
  url.password = "";
  const authorization = `Basic ${Buffer.from(plain).toString("base64")}`;
  return { url: url.href, credentials: { origin: url.origin, authorization } };
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

async function readStdin(maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
