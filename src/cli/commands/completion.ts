import { defineCommand } from "./command.js";

export const completionCommand = defineCommand<{ shell: string }>({
  usage: "completion <shell>",
  describe: "Print the script that completes commands and options in bash, zsh or fish",
  name: "completion",
  positionals: {
    shell: { type: "string", choices: ["bash", "zsh", "fish"], demandOption: true },
  },
  examples: [
    ["mcp-codegen completion bash >> ~/.bashrc", "for bash"],
    ["mcp-codegen completion fish > ~/.config/fish/completions/mcp-codegen.fish", "for fish"],
  ],
  async run({ shell }) {
    const { runCompletion } = await import("../help/completion-command.js");
    return runCompletion(shell);
  },
});
