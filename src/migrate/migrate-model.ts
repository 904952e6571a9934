/** What is read of another tool's set-up, and what becomes of it. */
import type { Expose } from "../routes/route-map.js";

export const migratedTools = [
  "openapi-mcp-generator",
  "fastmcp",
  "awslabs",
  "orval",
  "kubb",
  "speakeasy",
  "stainless",
] as const;

export type MigratedTool = (typeof migratedTools)[number];

/** What names are made from. */
export interface MigratedOperation {
  /** `GET /pets/{petId}` */
  readonly key: string;
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly extensions: { readonly [name: string]: unknown };
}

/** A rule of the other tool. */
export interface MigratedRule {
  readonly matches: (operation: MigratedOperation) => boolean;
  /** The same as a `match` of our route map; absent if that can't say it. */
  readonly match?: Readonly<Record<string, string | readonly string[]>>;
  readonly expose: Expose;
  readonly tags?: readonly string[];
}

/** Returns the name that the other tool gives each operation, by key; none for those whose name it can't have. */
export type NamingRule = (operations: readonly MigratedOperation[]) => ReadonlyMap<string, string>;

export type SettingValue = string | boolean | readonly string[];

export interface Migration {
  /** Path or URL of the document, as the other tool has it. */
  readonly document?: string;
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** Settings for a document that names no credentials itself. */
  readonly credentials?: Readonly<Record<string, SettingValue>>;
  /** In the order in which the other tool tries them. */
  readonly rules: readonly MigratedRule[];
  /** What becomes of operations that no rule matches; default: tools. */
  readonly others?: Expose;
  readonly names: NamingRule;
  /** Operations that are no tools have names, too, so that equal names are counted with them. */
  readonly namesHidden?: boolean;
  /** What to do by hand, or what has no counterpart. */
  readonly notes: readonly string[];
}

/** What the user hands over. */
export interface MigrationSource {
  /** Text of the configuration, if a file was named. */
  readonly text?: string;
  /** The other tool's command line. */
  readonly words: readonly string[];
}

/** The other tool's configuration can't be read. The message says what was looked for. */
export class MigrationFault extends Error {
  override readonly name: string = "MigrationFault";
}
