import { closeSync, constants, openSync } from "node:fs";
import { patiently } from "./patience.js";
import { loadDriver, type Database } from "./sqlite-driver.js";

/** Marks the file as one of this program: `MCPM`. */
const applicationId = 0x4d43504d;
const schemaVersion = 1;

const schema = `
  CREATE TABLE conversations (
    user TEXT NOT NULL, id TEXT NOT NULL, title TEXT, messages TEXT NOT NULL, count INTEGER NOT NULL,
    saved_at TEXT NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY (user, id)
  );
  CREATE TABLE facts (
    user TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, saved_at TEXT NOT NULL, PRIMARY KEY (user, key)
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/**
 * Opens the database of memories in a file, or makes one that only its owner may read.
 *
 * @throws Error for a file that can't be opened, or is one of another program
 */
export async function openDatabase(file: string): Promise<Database> {
  const open = await loadDriver();
  makeFile(file);
  let database: Database | undefined;
  try {
    database = open(file);
    await prepare(database);
    return database;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The memory in ${file} can't be opened: ${reason}`, {
      cause: error,
    });
  }
}

/** Makes the file before SQLite does, which would let others read it. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600));
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    throw new Error(`The memory in ${file} can't be opened: ${code}`, {
      cause: error,
    });
  }
}

async function prepare(database: Database): Promise<void> {
  // Short waits, between which other requests are served. SQLite itself would wait in one piece.
  database.exec("PRAGMA busy_timeout = 20");
  await patiently(() => {
    // Others may read while one writes.
    database.exec("PRAGMA journal_mode = WAL");
    // What is acknowledged must be on disk, also when the power fails.
    database.exec("PRAGMA synchronous = FULL");
  });
  await patiently(() => inTransaction(database, () => makeTables(database)));
}

function makeTables(database: Database): void {
  const id = pragma(database, "application_id");
  const version = pragma(database, "user_version");
  if (id === applicationId && version === schemaVersion) return;
  if (id === applicationId) throw new Error("it was made by a newer version of this program.");
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_master").get();
  if (id !== 0 || version !== 0 || (tables as { count: number }).count > 0) {
    throw new Error("it is a database of another program.");
  }
  database.exec(schema);
}

function pragma(database: Database, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return Object.values(row as object)[0];
}

/** Does work that happens as a whole or not at all. It writes, so nobody else may meanwhile. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has done it already.
    }
    throw error;
  }
}
