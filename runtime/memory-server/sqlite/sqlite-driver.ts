/** A library for SQLite: the one of Node or `better-sqlite3`. What is used here is the same in both. */

export interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
}

export type SqlValue = string | number | null;

export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** Opens a database file. */
export type OpenDatabase = (file: string) => Database;

/**
 * Returns what opens databases: the library of Node, or else `better-sqlite3`.
 *
 * @throws Error that says what to install
 */
export async function loadDriver(): Promise<OpenDatabase> {
  return (await ofNode()) ?? (await ofPackage()) ?? missing();
}

async function ofNode(): Promise<OpenDatabase | undefined> {
  // Node 20 has none, and 22 has one since 22.13.
  const found: unknown = globalThis.process?.getBuiltinModule?.("node:sqlite");
  const Class = (found as { readonly DatabaseSync?: DatabaseClass } | undefined)?.DatabaseSync;
  return Class && ((file) => new Class(file));
}

async function ofPackage(): Promise<OpenDatabase | undefined> {
  // Named by a variable, so that no bundler looks for it.
  const name = "better-sqlite3";
  try {
    const { default: Class } = (await import(name)) as {
      readonly default: DatabaseClass;
    };
    return (file) => new Class(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

type DatabaseClass = new (file: string) => Database;

function missing(): never {
  throw new Error(
    "Memory on disk needs SQLite: run it with Node.js 22.13 or newer, or install the package better-sqlite3 (npm install better-sqlite3).",
  );
}
