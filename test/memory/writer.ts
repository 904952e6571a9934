/** Writes facts and conversations into a database, and prints the number of each write when it is acknowledged. */
import { sqliteMemory } from "../../runtime/memory-server/factories.js";

const [file = "", name = "", first = "0", count = "0"] = process.argv.slice(2);
const limits = {
  users: 1_000_000,
  conversations: 1_000_000,
  conversationBytes: 1_000_000,
  facts: 1_000_000,
  factBytes: 1_000_000,
};
const store = await sqliteMemory(file);
for (let write = Number(first); write < Number(first) + Number(count); write++) {
  const savedAt = new Date().toISOString();
  if (write % 2 === 0) {
    await store.saveFact(
      "all",
      { key: `${name} ${write}`, value: "x".repeat(write % 3000), savedAt },
      limits,
    );
  } else {
    const messages = JSON.stringify([{ role: "user", content: "x".repeat(write % 3000) }]);
    await store.saveConversation(
      "all",
      { id: `${name} ${write}`, count: 1, messages, savedAt },
      limits,
    );
  }
  process.stdout.write(`${write}\n`);
}
await store.close();
