import type { ApiModel } from "../../operations/model.js";
import type { Surface } from "../../surface/model.js";

/** A project of several documents. */
export interface GatewayView {
  /** Machine name of the server. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions?: string;
  /** Name of the class that mounts the servers. */
  readonly className: string;
  /** At least one. */
  readonly documents: readonly GatewayDocument[];
}

/** The server of a document that the project mounts. */
export interface GatewayDocument {
  /** The folder below `src/generated/` that has its modules. */
  readonly folder: string;
  /** The method that makes it. */
  readonly symbol: string;
  /** Goes before the names of its tools; may be empty. */
  readonly prefix: string;
  readonly surface: Surface;
  readonly model: ApiModel;
}
