import type { JsonSchema, SchemaTable } from "./operation.js";

/**
 * A file to send. Exactly one of `data`, `text`, `uri` and `path` says where its content is from. `Media`, which
 * answers hold, is one too.
 */
export interface FileInput {
  /** Base64 where it comes from a client; code may also give bytes. */
  readonly data?: string | Uint8Array;
  readonly text?: string;
  /** A resource of the server itself, or a `data:` URI. */
  readonly uri?: string;
  /** On the server's computer, in a folder that its `files.allow` names. */
  readonly path?: string;
  /** The file name to send; default: from `uri` or `path`. */
  readonly name?: string;
  /** Default: what the resource says, what the API wants, or what the name's ending means. */
  readonly mimeType?: string;
}

/** Which files of the server's computer may be sent. */
export interface FileOptions {
  /** Folders. Files in them and below may be sent by whoever may call the server. */
  readonly allow?: readonly string[];
  /** Of one file; default 64 MiB. */
  readonly maxBytes?: number;
}

/** Name of the schema of files in `$defs`. No schema of a document has it: their names begin with capitals. */
export const fileDefinition = "file";

/**
 * The schema of files as clients see it. One flat object and no union: models fill that in reliably. `path` is left out,
 * and not forbidden, because the answer to it says how to allow it.
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

/** The table with what files are where files of the server's computer may be sent too. */
export function withPaths(table: SchemaTable | undefined): SchemaTable | undefined {
  if (table === undefined || !Object.hasOwn(table, fileDefinition)) return table;
  const { data, text, uri, ...others } = fileSchema["properties"] as JsonSchema;
  const path = { type: "string", description: "Of a file on the server's computer." };
  const schema = {
    ...fileSchema,
    description: "A file: give exactly one of data, text, uri and path.",
    properties: { data, text, uri, path, ...others },
  };
  return { ...table, [fileDefinition]: schema };
}
