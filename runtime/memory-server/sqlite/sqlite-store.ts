import { defined } from "../../protocol/defined.js";
import {
  MemoryFull,
  type ConversationFacts,
  type MemoryLimits,
  type MemoryStore,
  type StoredConversation,
  type UserFact,
} from "../memory-store.js";
import { inTransaction, openDatabase } from "./open-database.js";
import { patiently } from "./patience.js";
import type { Database, SqlValue } from "./sqlite-driver.js";

/** Opens the memories in a file. @throws Error if it can't be opened */
export async function openSqliteStore(file: string): Promise<MemoryStore> {
  return new SqliteStore(await openDatabase(file));
}

type Row = Readonly<Record<string, SqlValue>>;

class SqliteStore implements MemoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async saveConversation(
    user: string,
    { id, title, messages, count, savedAt }: StoredConversation,
    limits: MemoryLimits,
  ): Promise<void> {
    await this.#write(() => {
      this.#requireUser(user, limits);
      const others = this.#count(
        "SELECT count(*) FROM conversations WHERE user = ? AND id <> ?",
        user,
        id,
      );
      if (others >= limits.conversations) {
        throw new MemoryFull("conversations", limits.conversations);
      }
      const turn = this.#count(
        "SELECT coalesce(max(turn), 0) + 1 FROM conversations WHERE user = ?",
        user,
      );
      this.#run(
        "INSERT OR REPLACE INTO conversations (user, id, title, messages, count, saved_at, turn) VALUES (?, ?, ?, ?, ?, ?, ?)",
        user,
        id,
        title ?? null,
        messages,
        count,
        savedAt,
        turn,
      );
    });
  }

  async conversation(user: string, id: string): Promise<StoredConversation | undefined> {
    const [row] = await this.#all(
      "SELECT * FROM conversations WHERE user = ? AND id = ?",
      user,
      id,
    );
    return row && { ...conversationOf(row), messages: String(row["messages"]) };
  }

  async conversations(user: string): Promise<readonly ConversationFacts[]> {
    const rows = await this.#all(
      "SELECT id, title, count, saved_at FROM conversations WHERE user = ? ORDER BY turn DESC",
      user,
    );
    return rows.map(conversationOf);
  }

  deleteConversation(user: string, id: string): Promise<boolean> {
    return this.#write(() =>
      this.#run("DELETE FROM conversations WHERE user = ? AND id = ?", user, id),
    );
  }

  async saveFact(
    user: string,
    { key, value, savedAt }: UserFact,
    limits: MemoryLimits,
  ): Promise<void> {
    await this.#write(() => {
      this.#requireUser(user, limits);
      const others = this.#count(
        "SELECT count(*) FROM facts WHERE user = ? AND key <> ?",
        user,
        key,
      );
      if (others >= limits.facts) throw new MemoryFull("facts", limits.facts);
      this.#run(
        "INSERT OR REPLACE INTO facts (user, key, value, saved_at) VALUES (?, ?, ?, ?)",
        user,
        key,
        // A text of SQLite can't hold every text of JavaScript.
        JSON.stringify(value),
        savedAt,
      );
    });
  }

  async facts(user: string): Promise<readonly UserFact[]> {
    const rows = await this.#all("SELECT * FROM facts WHERE user = ? ORDER BY key", user);
    return rows.map(({ key, value, saved_at }) => ({
      key: String(key),
      value: JSON.parse(String(value)) as string,
      savedAt: String(saved_at),
    }));
  }

  deleteFact(user: string, key: string): Promise<boolean> {
    return this.#write(() => this.#run("DELETE FROM facts WHERE user = ? AND key = ?", user, key));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** @throws MemoryFull for a user who has no memories, if there are as many users as allowed */
  #requireUser(user: string, { users }: MemoryLimits): void {
    const known =
      "SELECT (SELECT count(*) FROM conversations WHERE user = ?) + (SELECT count(*) FROM facts WHERE user = ?)";
    if (this.#count(known, user, user) > 0) return;
    const all =
      "SELECT count(*) FROM (SELECT user FROM conversations UNION SELECT user FROM facts)";
    if (this.#count(all) >= users) throw new MemoryFull("users", users);
  }

  #write<T>(work: () => T): Promise<T> {
    return patiently(() => inTransaction(this.#database, work));
  }

  /** Returns whether anything has changed. */
  #run(sql: string, ...values: readonly SqlValue[]): boolean {
    return Number(this.#database.prepare(sql).run(...values).changes) > 0;
  }

  #count(sql: string, ...values: readonly SqlValue[]): number {
    const row = this.#database.prepare(sql).get(...values) as Row;
    return Number(Object.values(row)[0]);
  }

  #all(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return patiently(() => this.#database.prepare(sql).all(...values) as Row[]);
  }
}

function conversationOf({ id, title, count, saved_at }: Row): ConversationFacts {
  return {
    id: String(id),
    ...defined({ title: title === null ? undefined : String(title) }),
    count: Number(count),
    savedAt: String(saved_at),
  };
}
