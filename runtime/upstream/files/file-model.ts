import type { FileOptions } from "../../contract/file-input.js";

/** A file that has been read. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly mimeType?: string;
  /** The content was given as text. */
  readonly isText?: true;
}

/** Where files may be read from. */
export interface FileSources extends FileOptions {
  /** Reads a resource of this server; undefined when there is no resource at the URI. */
  readonly readResource?: (uri: string) => Promise<ReadResource | undefined>;
}

/** The content of a resource. */
export interface ReadResource {
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
}

export const defaultMaxFileBytes = 64 * 1024 * 1024;
