/** `manifest.json` of an MCP bundle. @see https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md */
import { defined } from "../../runtime/protocol/defined.js";
import { apiVariables, type ApiVariable } from "../emit/api-variables.js";
import { headline } from "../emit/headline.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { Surface } from "../surface/model.js";
import { describeVariable, oneLine } from "./describe-variable.js";
import { jsonText } from "../emit/json-text.js";
import { requiredVariables } from "./required-variables.js";

const entryPoint = "dist/main.js";

/** A value that the host asks the user for. */
interface UserSetting {
  readonly type: "string" | "file";
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  readonly sensitive?: true;
  readonly default?: string;
}

/** Returns the manifest of a bundle: how to start the server, what to ask the user for, and which tools it has. */
export function bundleManifest(surface: Surface, packageName: string): string {
  const { api, operations } = surface;
  const title = oneLine(api.title);
  const variables = apiVariables(api);
  const required = requiredVariables(api);
  const keys = settingKeys(variables);
  const settings = variables.map((variable, index): [string, UserSetting] => [
    keys[index]!,
    settingOf(variable, required.has(variable.name)),
  ]);
  const tools = operations.filter(({ facts }) => facts.expose.as === "tool");
  return jsonText({
    manifest_version: "0.3",
    name: packageName,
    display_name: title,
    version: "0.1.0",
    description: `The API ${title} as tools for models.`,
    ...defined({ long_description: api.instructions }),
    author: { name: "Your name" },
    server: {
      type: "node",
      entry_point: entryPoint,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${entryPoint}`],
        env: Object.fromEntries(
          variables.map(({ name }, index) => [name, `\${user_config.${keys[index]!}}`]),
        ),
      },
    },
    tools: tools.map((tool) => ({
      name: exposedName(tool.facts.expose),
      description: oneLine(headline(tool)),
    })),
    // Subclasses may add tools.
    tools_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=20.19" } },
    user_config: Object.fromEntries(settings),
  });
}

/** Returns the key of each variable's setting: its name in lower case, as is usual, unless two would share it. */
function settingKeys(variables: readonly ApiVariable[]): readonly string[] {
  const lower = variables.map(({ name }) => name.toLowerCase());
  return lower.map((key, index) =>
    lower.indexOf(key) === index ? key : `${key}_${String(index + 1)}`,
  );
}

function settingOf(variable: ApiVariable, required: boolean): UserSetting {
  const { secret, file } = variable;
  return {
    type: file ? "file" : "string",
    title: titleOf(variable),
    description: `${describeVariable(variable)}; the variable ${variable.name}`,
    required,
    ...defined({
      sensitive: secret ? true : undefined,
      // Hosts leave the placeholder of a setting without a value as it is. The server takes an empty variable as unset.
      default: required ? undefined : "",
    }),
  };
}

function titleOf({ of, subject = "", meaning = "" }: ApiVariable): string {
  switch (of) {
    case "baseUrl":
      return "Base URL";
    case "serverVariable":
      return oneLine(subject);
    case "scheme": {
      const [what = ""] = meaning.split(/[,;(]/, 1);
      return oneLine(`${what.slice(0, 1).toUpperCase()}${what.slice(1)} (${subject})`);
    }
  }
}
