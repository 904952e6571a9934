/** Calls the examples of one document: `check-document.ts NAME FILE` prints an ExamplesResult as JSON. */
import { checkExamples } from "./check-examples.js";

const [name = "", file = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await checkExamples(name, file)));
