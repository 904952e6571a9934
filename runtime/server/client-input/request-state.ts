import { isObject, type JsonObject } from "../../protocol/json.js";
import { withBigInts } from "../../protocol/read-integers.js";
import type { ClientMethod } from "../../protocol/client-requests.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { callerKey } from "../../session/owner.js";
import { nodeCrypto } from "../../protocol/node-crypto.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import {
  checkSecrets,
  secretBytes,
  type SealerOptions,
  type StateBinding,
  type StateSealer,
  type UsedStates,
} from "./lazy-sealer.js";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const maxBytes = 64 * 1024;
const maxUsed = 200_000;
const maxTextLength = Math.ceil(((1 + nonceBytes + maxBytes + tagBytes) * 4) / 3);

/**
 * Encrypts the state of a call while the client gathers input. The client can neither read nor change it. It opens only
 * for the user and the request that it was made for, and only until it expires.
 *
 * Until then it opens any number of times, unless its use is recorded: a user's answer counts once.
 *
 * @see MCP 2026-07-28, Multi Round-Trip Requests, Server Requirements
 */
export class RequestStateSealer implements StateSealer {
  readonly #secrets: readonly (string | Uint8Array)[];
  readonly #ttlMs: number;
  readonly #replays: UsedStates;
  #derived: readonly [Uint8Array, ...Uint8Array[]] | undefined;

  /** @throws TypeError if a secret is too short */
  constructor({ keys = [], ttlMs = 10 * 60_000, replays }: SealerOptions = {}) {
    checkSecrets(keys);
    this.#secrets = keys;
    this.#ttlMs = ttlMs;
    this.#replays = replays ?? new MemoryOfStates();
  }

  /** @throws Error if the value is too large for a request */
  seal(value: unknown, binding: StateBinding): string {
    const plain = Buffer.from(JSON.stringify({ expires: Date.now() + this.#ttlMs, value }));
    if (plain.length > maxBytes) {
      throw new Error(
        `The state of this call between its rounds has ${plain.length} bytes; at most ${maxBytes} are allowed.`,
      );
    }
    const nonce = nodeCrypto().randomBytes(nonceBytes);
    const cipher = nodeCrypto().createCipheriv("aes-256-gcm", this.#keys()[0], nonce);
    cipher.setAAD(boundTo(binding));
    const sealed = [cipher.update(plain), cipher.final()];
    const parts = [Buffer.of(version), nonce, ...sealed, cipher.getAuthTag()];
    return Buffer.concat(parts).toString("base64url");
  }

  /**
   * @param sealed the value that the client sent, unchecked
   * @throws ProtocolError -32602 if it does not open; the error does not reveal the reason
   */
  open(sealed: unknown, binding: StateBinding): unknown {
    if (typeof sealed === "string" && sealed.length <= maxTextLength) {
      const bytes = Buffer.from(sealed, "base64url");
      // Decoding skips invalid characters, so this accepts only the canonical form.
      if (bytes[0] === version && bytes.toString("base64url") === sealed) {
        const bound = boundTo(binding);
        for (const key of this.#keys()) {
          const opened = openWith(key, bytes, bound);
          if (opened && opened.expires > Date.now()) return opened.value;
        }
      }
    }
    throw invalidState();
  }

  /**
   * Records that the answers to a state's questions are used.
   *
   * @throws ProtocolError -32602 if they were used before
   */
  async spend(sealed: string): Promise<void> {
    if (!(await this.#replays.first(`state ${digestOf(sealed)}`, this.#ttlMs)))
      throw invalidState();
  }

  #keys(): readonly [Uint8Array, ...Uint8Array[]] {
    if (!this.#derived) {
      const [first = nodeCrypto().randomBytes(secretBytes), ...others] = this.#secrets;
      this.#derived = [derive(first), ...others.map(derive)];
    }
    return this.#derived;
  }
}

/** Remembers the used states of this process. At the limit none counts as unused, because a forgotten one would. */
class MemoryOfStates implements UsedStates {
  /** The end of each state's lifetime; the first ends first. */
  readonly #until = new Map<string, number>();

  first(key: string, ttlMs: number): boolean {
    const now = Date.now();
    for (const [old, end] of this.#until) {
      if (end > now) break;
      this.#until.delete(old);
    }
    if (this.#until.has(key) || this.#until.size >= maxUsed) return false;
    this.#until.set(key, now + ttlMs);
    return true;
  }
}

/** Returns what the state of a request belongs to. */
export function bindingFor(
  { caller, session }: IncomingRequest,
  binding: Omit<StateBinding, "subject" | "session">,
): StateBinding {
  return { ...binding, subject: caller && callerKey(caller), session: session?.id };
}

/** Returns the digest of a question, by which its answer is recognised. It begins with the method. */
export function questionDigest(method: ClientMethod, params: JsonObject): string {
  return `${method} ${digestOf(canonicalJson(params))}`;
}

function digestOf(text: string): string {
  return nodeCrypto().createHash("sha256").update(text).digest("base64url");
}

function invalidState(): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    "`requestState` is not valid for this request, or no longer. Call again without it.",
  );
}

function openWith(
  key: Uint8Array,
  bytes: Buffer,
  bound: Buffer,
): { readonly expires: number; readonly value: unknown } | undefined {
  try {
    const nonce = bytes.subarray(1, 1 + nonceBytes);
    const options = { authTagLength: tagBytes };
    const decipher = nodeCrypto().createDecipheriv("aes-256-gcm", key, nonce, options);
    decipher.setAAD(bound);
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const plain = decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes));
    return JSON.parse(Buffer.concat([plain, decipher.final()]).toString());
  } catch {
    return undefined;
  }
}

function derive(secret: string | Uint8Array): Uint8Array {
  return new Uint8Array(
    nodeCrypto().hkdfSync("sha256", secret, "", "mcp-codegen requestState 1", secretBytes),
  );
}

function boundTo({ method, name, args, subject, session }: StateBinding): Buffer {
  const digest = digestOf(canonicalJson(withBigInts(args ?? {})));
  const bound = [version, method, name, digest, subject ?? null, session ?? null];
  return Buffer.from(JSON.stringify(bound));
}

/**
 * Writes JSON with sorted members, because a client may reorder its arguments. Different values have different texts: integers
 * have all digits, and numbers that JSON does not have their names.
 */
function canonicalJson(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`);
  return `{${members.join(",")}}`;
}
