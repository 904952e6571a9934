import {
  MemoryFull,
  type ConversationFacts,
  type MemoryLimits,
  type MemoryStore,
  type StoredConversation,
  type UserFact,
} from "./memory-store.js";

interface UserMemory {
  readonly conversations: Map<string, StoredConversation>;
  readonly facts: Map<string, UserFact>;
}

/** Keeps memories while the process runs. */
export class ProcessStore implements MemoryStore {
  readonly #users = new Map<string, UserMemory>();

  async saveConversation(
    user: string,
    conversation: StoredConversation,
    limits: MemoryLimits,
  ): Promise<void> {
    const { conversations } = this.#memoryOf(user, limits);
    const { id } = conversation;
    if (!conversations.has(id) && conversations.size >= limits.conversations) {
      throw new MemoryFull("conversations", limits.conversations);
    }
    // Deleted first, so that the one that was saved last is last.
    conversations.delete(id);
    conversations.set(id, conversation);
  }

  async conversation(user: string, id: string): Promise<StoredConversation | undefined> {
    return this.#users.get(user)?.conversations.get(id);
  }

  async conversations(user: string): Promise<readonly ConversationFacts[]> {
    return [...(this.#users.get(user)?.conversations.values() ?? [])].reverse();
  }

  async deleteConversation(user: string, id: string): Promise<boolean> {
    const wasThere = this.#users.get(user)?.conversations.delete(id) ?? false;
    this.#forgetEmpty(user);
    return wasThere;
  }

  async saveFact(user: string, fact: UserFact, limits: MemoryLimits): Promise<void> {
    const { facts } = this.#memoryOf(user, limits);
    if (!facts.has(fact.key) && facts.size >= limits.facts) {
      throw new MemoryFull("facts", limits.facts);
    }
    facts.set(fact.key, fact);
  }

  async facts(user: string): Promise<readonly UserFact[]> {
    const facts = [...(this.#users.get(user)?.facts.values() ?? [])];
    return facts.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  async deleteFact(user: string, key: string): Promise<boolean> {
    const wasThere = this.#users.get(user)?.facts.delete(key) ?? false;
    this.#forgetEmpty(user);
    return wasThere;
  }

  async close(): Promise<void> {
    this.#users.clear();
  }

  #memoryOf(user: string, limits: MemoryLimits): UserMemory {
    const known = this.#users.get(user);
    if (known) return known;
    if (this.#users.size >= limits.users) throw new MemoryFull("users", limits.users);
    const memory: UserMemory = { conversations: new Map(), facts: new Map() };
    this.#users.set(user, memory);
    return memory;
  }

  #forgetEmpty(user: string): void {
    const memory = this.#users.get(user);
    if (memory?.conversations.size === 0 && memory.facts.size === 0) this.#users.delete(user);
  }
}
