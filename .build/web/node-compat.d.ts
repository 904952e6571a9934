/**
 * All that a server behind `fetchHandler` may use beside web standards: what Cloudflare Workers (with `nodejs_compat`), Deno
 * and Bun have of Node. The project beside this file checks the runtime against web types and these declarations, so
 * anything else of Node that such a server would reach does not compile.
 */

declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: {
    write(text: string): boolean;
    readonly columns?: number;
    readonly isTTY?: boolean;
  };
  readonly stderr: { write(text: string): boolean; readonly isTTY?: boolean };
  getBuiltinModule(name: "node:crypto"): typeof import("node:crypto");
};

declare class Buffer extends Uint8Array<ArrayBuffer> {
  static from(text: string, encoding?: "utf8" | "base64" | "base64url" | "latin1"): Buffer;
  static from(bytes: ArrayBufferLike | ArrayLike<number>, offset?: number, length?: number): Buffer;
  static byteLength(data: string | Uint8Array): number;
  static concat(parts: readonly Uint8Array[]): Buffer;
  equals(other: Uint8Array): boolean;
  override toString(encoding?: "utf8" | "base64" | "base64url" | "latin1"): string;
}

declare function setImmediate(work: (nothing: void) => void): unknown;

declare namespace NodeJS {
  type Timeout = ReturnType<typeof setTimeout>;
}

declare module "node:crypto" {
  interface Hash {
    update(text: string, encoding?: "utf8" | "utf16le"): Hash;
    digest(encoding: "hex" | "base64url"): string;
    digest(): Buffer;
  }
  interface Cipher {
    setAAD(bytes: Uint8Array): void;
    update(bytes: Uint8Array): Buffer;
    final(): Buffer;
  }
  export function createHash(name: "sha1" | "sha256"): Hash;
  export function randomBytes(count: number): Buffer;
  export function createCipheriv(
    name: "aes-256-gcm",
    key: Uint8Array,
    nonce: Uint8Array,
  ): Cipher & { getAuthTag(): Buffer };
  export function createDecipheriv(
    name: "aes-256-gcm",
    key: Uint8Array,
    nonce: Uint8Array,
    options: { readonly authTagLength: number },
  ): Cipher & { setAuthTag(tag: Uint8Array): void };
  export function hkdfSync(
    hash: "sha256",
    secret: string | Uint8Array,
    salt: string,
    info: string,
    length: number,
  ): ArrayBuffer;
}
