import type { Destination } from "./destinations.js";

/** What clients rely on of a generated server, as the manifest of its folder keeps it. */
export interface Lock {
  readonly server: LockedServer;
  /** Where requests and credentials go. Locks of earlier versions have none. */
  readonly destinations?: readonly Destination[];
  /** By operation, such as `GET /pets/{petId}`. */
  readonly operations: ReadonlyMap<string, LockEntry>;
}

export interface LockedServer {
  readonly name: string;
  /** The document's title. */
  readonly title: string;
  /** Base name of the document's file. */
  readonly document: string;
  /** Name of the generated class. */
  readonly className: string;
  /** Fingerprint of the title and the instructions. */
  readonly texts: string;
  /** Fingerprint of the search tools; absent if there are none. */
  readonly search?: string;
}

/** How clients reach an operation. `searchable`: with the search tools. */
export type LockedKind = "tool" | "searchable" | "resource" | "template";

export interface LockEntry {
  readonly kind: LockedKind;
  /** The tool's name, or the URI of a resource or template. */
  readonly name: string;
  /** The method of the generated class. */
  readonly method: string;
  /** The document's operationId. */
  readonly id?: string;
  readonly arguments: ReadonlyMap<string, LockedArgument>;
  /** What protects calls: the user confirms them, and the scopes that callers need. */
  readonly confirm?: true;
  readonly scopes?: readonly string[];
  /** Absent in locks of earlier versions, whose one fingerprint of the texts held the schemas, too. */
  readonly texts?: LockedTexts;
  /** Fingerprints of the input schema and of the output schema, without texts. */
  readonly input: string;
  /** Absent if no output schema is listed. */
  readonly output?: string;
}

/** Fingerprints of what models read. */
export interface LockedTexts {
  /** Of the description, the title and the annotations. */
  readonly own: string;
  /** Of the annotations within the schemas, such as descriptions of arguments; empty if there are none. */
  readonly schemas: string;
}

export interface LockedArgument {
  readonly required: boolean;
  /** Where it is sent: `query:limit`, `body:name`, `body` for a whole body. */
  readonly place: string;
  /** Fingerprint of its schema. */
  readonly schema: string;
}
