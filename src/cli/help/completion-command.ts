import { printOutput } from "../../../runtime/protocol/terminal/print.js";
import { UsageError } from "../usage-error.js";

/** What each shell runs on Tab. The program itself answers with the words that may follow. */
const scripts = {
  bash: `_mcp_codegen() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(mcp-codegen --get-yargs-completions "\${COMP_WORDS[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _mcp_codegen mcp-codegen
`,
  zsh: `#compdef mcp-codegen
_mcp_codegen() {
  local -a found
  found=("\${(@f)$(mcp-codegen --get-yargs-completions "\${words[@]}" 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _mcp_codegen mcp-codegen
`,
  fish: `complete -c mcp-codegen -a '(mcp-codegen --get-yargs-completions (commandline -opc) (commandline -ct) 2>/dev/null)'
`,
} as const;

export const shells: readonly string[] = Object.keys(scripts);

/** Prints the script that completes commands and options in a shell. */
export function runCompletion(shell: string): boolean {
  if (!Object.hasOwn(scripts, shell)) {
    throw new UsageError(`There is no completion for "${shell}": choose ${shells.join(", ")}.`);
  }
  printOutput(scripts[shell as keyof typeof scripts]);
  return true;
}
