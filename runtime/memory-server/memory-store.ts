/** Where a memory server keeps what it is told. */

/** A message of a conversation. */
export interface RememberedMessage {
  readonly role: string;
  readonly content: unknown;
  readonly [member: string]: unknown;
}

/** A conversation without its messages. */
export interface ConversationFacts {
  /** Chosen by the client; unique for its user. */
  readonly id: string;
  /** What lists show. */
  readonly title?: string;
  /** The number of messages. */
  readonly count: number;
  /** When it was saved, in the form of RFC 3339. */
  readonly savedAt: string;
}

/** A conversation to keep, with its messages as JSON. */
export interface StoredConversation extends ConversationFacts {
  /** The list of messages as JSON text. */
  readonly messages: string;
}

/** What is known about a user. */
export interface UserFact {
  /** The name of the fact; unique for its user. */
  readonly key: string;
  /** The fact as text. */
  readonly value: string;
  /** When it was saved, in the form of RFC 3339. */
  readonly savedAt: string;
}

/** How many users may have memories, and how much each may have. */
export interface MemoryLimits {
  /** Default: 10,000. */
  readonly users: number;
  /** Of one user. Default: 1,000. */
  readonly conversations: number;
  /** Of the messages of one conversation, as JSON, in bytes. Default: 1 MiB. */
  readonly conversationBytes: number;
  /** Of one user. Default: 1,000. */
  readonly facts: number;
  /** Of the value of one fact, in bytes. Default: 16 KiB. */
  readonly factBytes: number;
}

/** There would be more users, conversations or facts than allowed. */
export class MemoryFull extends Error {
  override readonly name = "MemoryFull";

  constructor(what: "users" | "conversations" | "facts", limit: number) {
    super(`The memory is full: it holds ${limit} ${what}. Delete some first.`);
  }
}

/**
 * Memories of users, each named by a text. A write has happened for good when its promise resolves, also for other processes
 * that use the same store.
 */
export interface MemoryStore {
  /** Keeps a conversation in place of one with the same id. @throws MemoryFull */
  saveConversation(
    user: string,
    conversation: StoredConversation,
    limits: MemoryLimits,
  ): Promise<void>;
  /** Returns the conversation with an id; undefined if there is none. */
  conversation(user: string, id: string): Promise<StoredConversation | undefined>;
  /** Returns all conversations, the one that was saved last first. */
  conversations(user: string): Promise<readonly ConversationFacts[]>;
  /** Returns whether there was one. */
  deleteConversation(user: string, id: string): Promise<boolean>;
  /** Keeps a fact in place of one with the same key. @throws MemoryFull */
  saveFact(user: string, fact: UserFact, limits: MemoryLimits): Promise<void>;
  /** Returns all facts, by key. */
  facts(user: string): Promise<readonly UserFact[]>;
  /** Returns whether there was one. */
  deleteFact(user: string, key: string): Promise<boolean>;
  /** Frees what the store holds. Nothing else may be called then. */
  close(): Promise<void>;
}
