import type { Place } from "../diagnostics/diagnostic.js";
import type { Options } from "../options/table.js";

/** Several servers behind one endpoint. */
export interface Gateway {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
  readonly servers: readonly GatewayServer[];
  /** Texts of documents that the file holds itself, by the URLs under which `input` and `options` name them. */
  readonly documents: ReadonlyMap<string, string>;
}

/** What is the same for documents and remote servers. */
interface Behind {
  /** Its key. */
  readonly name: string;
  readonly place: Place;
  /** Goes before the names of its tools and prompts. */
  readonly prefix: string;
  readonly filter?: NameFilter;
}

/** Which tools are offered, by the names that they have without the prefix. `*` stands for any characters. */
export interface NameFilter {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/** A document, served like `mcp-codegen serve` serves it. */
export interface GatewayDocument extends Behind {
  readonly kind: "document";
  /** A path relative to the working directory, or a URL. */
  readonly input: string;
  readonly options: Partial<Options>;
}

/** A server at a URL. */
export interface GatewayUrl extends Behind {
  readonly kind: "url";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that is started. */
export interface GatewayCommand extends Behind {
  readonly kind: "command";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export type GatewayServer = GatewayDocument | GatewayUrl | GatewayCommand;
