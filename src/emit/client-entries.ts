/** What a README says to paste into clients. */
import { defined } from "../../runtime/protocol/defined.js";

/** Maximum length of a line in Prettier and Biome by default. */
const formattersWidth = 80;

/** Returns the command that adds a server to Claude Code. */
export function claudeCode(name: string, main: string, credentials: readonly string[]): string {
  const env = credentials.map((variable) => `--env ${variable}=… `).join("");
  return `claude mcp add ${name} ${env}-- node ${main}`;
}

/** Returns the configuration for Claude Desktop and Cursor. */
export function mcpServers(name: string, main: string, credentials: readonly string[]): string {
  const env = Object.fromEntries(credentials.map((variable) => [variable, "…"]));
  return json({
    mcpServers: {
      [name]: {
        command: "node",
        args: [main],
        ...defined({ env: credentials.length > 0 ? env : undefined }),
      },
    },
  });
}

/** Returns the configuration for VS Code. */
export function vsCode(name: string, main: string, credentials: readonly string[]): string {
  const server = { type: "stdio", command: "node", args: [main] };
  if (credentials.length === 0) return json({ servers: { [name]: server } });
  const env = Object.fromEntries(
    credentials.map((variable) => [variable, `\${input:${variable}}`]),
  );
  const inputs = credentials.map((variable) => ({
    type: "promptString",
    id: variable,
    description: variable,
    password: true,
  }));
  return json({ inputs, servers: { [name]: { ...server, env } } });
}

/** Formatters put a list of one item on one line, if it fits there. */
function json(value: unknown): string {
  return JSON.stringify(value, null, "\t").replace(
    /^(.*)\[\n\s+("(?:[^"\\]|\\.)*")\n\s+\](,?)$/gm,
    (whole, before: string, item: string, comma: string) => {
      const line = `${before}[${item}]${comma}`;
      return line.replaceAll("\t", "  ").length <= formattersWidth ? line : whole;
    },
  );
}
