// A server on stdio that costs next to nothing: one write for all answers to what arrived together.
import { answer } from "./answers.js";

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  let answers = "";
  for (const line of lines) {
    const text = answer(line);
    if (text !== undefined) answers += `${text}\n`;
  }
  if (answers !== "") process.stdout.write(answers);
});
