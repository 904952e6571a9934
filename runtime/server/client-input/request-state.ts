import { isObject, type JsonObject } from "../../protocol/json.js";
import { nodeCrypto } from "../../protocol/node-crypto.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { checkSecrets, secretBytes, type SealerOptions } from "./lazy-sealer.js";

/** What a state belongs to. It opens for the same user and the same request only. */
export interface StateBinding {
  readonly method: string;
  /** The tool, the prompt or the URI. */
  readonly name: string;
  readonly args?: JsonObject;
  /** The caller's subject, where callers are known. */
  readonly subject: string | undefined;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const maxBytes = 64 * 1024;
const maxTextLength = Math.ceil(((1 + nonceBytes + maxBytes + tagBytes) * 4) / 3);

/**
 * Seals what a server must remember of a call while the client gathers input: nobody can read or change it on the way,
 * and it opens only for the user and the request it was made for, and for a while.
 *
 * Within that while it opens as often as it is sent: what must happen at most once needs a record on the server.
 *
 * @see MCP 2026-07-28, Multi Round-Trip Requests, Server Requirements
 */
export class RequestStateSealer {
  readonly #secrets: readonly (string | Uint8Array)[];
  readonly #ttlMs: number;
  #derived: readonly [Uint8Array, ...Uint8Array[]] | undefined;

  /** @throws TypeError for a secret that is too short */
  constructor({ keys = [], ttlMs = 10 * 60_000 }: SealerOptions = {}) {
    checkSecrets(keys);
    this.#secrets = keys;
    this.#ttlMs = ttlMs;
  }

  /** @throws Error when the value takes more room than a request should */
  seal(value: unknown, binding: StateBinding): string {
    const plain = Buffer.from(JSON.stringify({ expires: Date.now() + this.#ttlMs, value }));
    if (plain.length > maxBytes) {
      throw new Error(
        `What this call keeps between its rounds takes ${plain.length} bytes, and at most ${maxBytes} may travel.`,
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
   * @param sealed as the client sent it
   * @throws ProtocolError -32602 for whatever reason it does not open: the sender learns no more than that
   */
  open(sealed: unknown, binding: StateBinding): unknown {
    if (typeof sealed === "string" && sealed.length <= maxTextLength) {
      const bytes = Buffer.from(sealed, "base64url");
      // Decoding skips what is no base64url; only the one way to write a state is taken.
      if (bytes[0] === version && bytes.toString("base64url") === sealed) {
        const bound = boundTo(binding);
        for (const key of this.#keys()) {
          const opened = openWith(key, bytes, bound);
          if (opened && opened.expires > Date.now()) return opened.value;
        }
      }
    }
    throw new ProtocolError(
      errorCodes.invalidParams,
      "`requestState` is not valid for this request, or no longer. Call again without it.",
    );
  }

  #keys(): readonly [Uint8Array, ...Uint8Array[]] {
    if (!this.#derived) {
      const [first = nodeCrypto().randomBytes(secretBytes), ...others] = this.#secrets;
      this.#derived = [derive(first), ...others.map(derive)];
    }
    return this.#derived;
  }
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

function boundTo({ method, name, args, subject }: StateBinding): Buffer {
  const digest = nodeCrypto()
    .createHash("sha256")
    .update(canonicalJson(args ?? {}))
    .digest("base64url");
  return Buffer.from(JSON.stringify([version, method, name, digest, subject ?? null]));
}

/** JSON that is the same whatever the order of members: a client may write its arguments anew. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
