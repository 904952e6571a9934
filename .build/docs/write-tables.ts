/** Writes the generated tables of the documentation: `npm run docs:tables`. A test fails if one is stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { chapters, withTables } from "./tables.js";

for (const file of chapters()) {
  const text = readFileSync(file, "utf8");
  const current = await withTables(text);
  if (current !== text) writeFileSync(file, current);
}
