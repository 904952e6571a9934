/**
 * The notes of ../hand-written by the client class that was generated for them: a wrong argument does not compile.
 *
 *     node --import tsx examples/typed-client/typed.ts
 */
import path from "node:path";
import { NotesClient } from "./generated/index.js";

const program = path.join(import.meta.dirname, "../hand-written/stdio.ts");
await using notes = await NotesClient.connect(
  { command: process.execPath, args: ["--import", "tsx", program] },
  { elicitation: { form: () => ({ action: "accept", content: { title: "Shed" } }) } },
);

const { titles, total } = await notes.searchNotes({ word: "apples" });
console.log(`${total} notes: ${titles.join(", ")}`);

// @ts-expect-error: the tool takes a word, which the compiler knows.
await notes.searchNotes({ words: "apples" }).catch((error: Error) => console.log(error.message));

console.log(await notes.addNote({ text: "Mend the roof." }));
const [shed] = await notes.readNote({ title: "Shed" });
console.log(shed?.uri);
const { messages } = await notes.summarisePrompt({ title: "Shed" });
console.log(messages.length, "message for a model");
