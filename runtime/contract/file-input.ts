import type { JsonSchema, SchemaTable } from "./operation.js";

/** A file to send. Exactly one of `data`, `text`, `uri` and `path` must be present. A response's `Media` is one, too. */
export interface FileInput {
  /** The content: base64 from clients, base64 or bytes from code. */
  readonly data?: string | Uint8Array;
  /** The content as text. */
  readonly text?: string;
  /** URI of a resource of this server, or a `data:` URI. */
  readonly uri?: string;
  /** Path on the server's computer, in a folder of the server's `files.allow`. */
  readonly path?: string;
  /** File name to send. Default: from `uri` or `path`. */
  readonly name?: string;
  /** Default: the resource's type, the type that the API expects, or the type for the name's extension. */
  readonly mimeType?: string;
}

/** Files on the server's computer that may be sent to the API. */
export interface FileOptions {
  /** Folders. Every caller of the server may send the files in them and below. */
  readonly allow?: readonly string[];
  /** Maximum size of one file in bytes. Default: 64 MiB. */
  readonly maxBytes?: number;
}

/** Name of the file schema in `$defs`. The document's schemas begin with a capital. */
export const fileDefinition = "file";

/**
 * The schema of files for clients: a flat object, because models fill it in more reliably than a union. `path` is not listed
 * but accepted, because the error for it says how to allow it.
 */
export const fileSchema: JsonSchema = {
  type: "object",
  description: "A file: give exactly one of data, text and uri.",
  properties: {
    data: { type: "string", description: "Base64." },
    text: { type: "string" },
    uri: { type: "string", description: "A resource of this server, or a data: URI." },
    name: { type: "string", description: "File name." },
    mimeType: { type: "string" },
  },
};

/** Adds `path` to the file schema of a table. */
export function withPaths(table: SchemaTable | undefined): SchemaTable | undefined {
  if (table === undefined || !Object.hasOwn(table, fileDefinition)) return table;
  const { data, text, uri, ...others } = fileSchema["properties"] as JsonSchema;
  const path = { type: "string", description: "Path of a file on the server's computer." };
  const schema = {
    ...fileSchema,
    description: "A file: give exactly one of data, text, uri and path.",
    properties: { data, text, uri, path, ...others },
  };
  return { ...table, [fileDefinition]: schema };
}
