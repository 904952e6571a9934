/** Options of resources that exist elsewhere. */
import type { ResourceDefinition } from "../server/types/definitions.js";

/** What all of them have: the members of a resource's definition, and limits. */
interface SourceOptions extends Omit<ResourceDefinition, "name" | "size"> {
  /** The name that clients show if there is no title. */
  readonly name?: string;
  /** Media types that may be read, such as `text/*`. Default: all. */
  readonly accept?: readonly string[];
  /** Maximum size in bytes. Default: 16 MiB. */
  readonly maxBytes?: number;
}

/** Options of a file. The default of `name` is the file's, and of `mimeType` the type that its ending or its content tells. */
export interface FileResourceOptions extends SourceOptions {
  /** False: clients are not notified of changes. */
  readonly watch?: boolean;
}

/** Options of a folder. `accept` and `maxBytes` are about its files. */
export interface DirectoryResourceOptions extends Omit<SourceOptions, "mimeType"> {
  /** Which files, as a glob. One without a slash is about names in every folder. Default: all. */
  readonly pattern?: string;
  /** True: files in folders below, too. */
  readonly recursive?: boolean;
  /** True: also files and folders whose names begin with a dot. */
  readonly includeHidden?: boolean;
  /** Maximum number of files; with more of them, the list can't be read. Default: 10,000. */
  readonly maxFiles?: number;
  /** False: clients are not notified of changes. */
  readonly watch?: boolean;
}

/** Options of a URL. The default of `mimeType` is the answer's `Content-Type`. */
export interface HttpResourceOptions extends SourceOptions {
  /** Headers of each request, such as credentials. They are sent to the URL's origin only, and no error shows them. */
  readonly headers?: { readonly [name: string]: string };
  /** Time limit of a read in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** True: the host may have a loopback or private address. Link-local addresses, where clouds keep credentials, are never reached. */
  readonly allowInternal?: boolean;
}
