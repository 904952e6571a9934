import { defineCommand } from "./command.js";

export const completionCommand = defineCommand<{ shell: string }>({
  usage: "completion <shell>",
  describe: "Print the script that completes commands and options in bash, zsh or fish",
  name: "completion",
  positionals: {
    shell: { type: "string", choices: ["bash", "zsh", "fish"], demandOption: true },
  },
  async run({ shell }) {
    const { runCompletion } = await import("../help/completion-command.js");
    return runCompletion(shell);
  },
});
