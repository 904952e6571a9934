import { defined } from "../../runtime/protocol/defined.js";
import type { Api } from "../../runtime/contract/api.js";
import { hasLogin } from "../../runtime/contract/credential-methods.js";
import type { Exposure } from "../../runtime/contract/operation.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { Surface, SurfaceOperation } from "../surface/model.js";
import { apiVariables, type ApiVariable } from "./api-variables.js";
import type { EmitOptions } from "./emit-options.js";
import { headline } from "./headline.js";
import { codeSpan, plainText } from "./markdown.js";
import type { ViewOf } from "./templates/template-model.js";
import type { Templates } from "./templates/templates.js";

interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** Included in the configuration examples for clients. */
  readonly credential: boolean;
}

/** Maximum length of a line in Prettier and Biome by default. */
const formattersWidth = 80;

type ReadmeRow = ViewOf<"README.md">["tools"][number];

export interface ReadmeOptions extends Pick<EmitOptions, "packaging"> {
  readonly bundled: boolean;
  readonly tests: boolean;
  readonly runsSources: boolean;
}

/** Returns the README of a generated project: how to connect clients, the variables, the tools and resources. */
export function readme(
  surface: Surface,
  packageName: string,
  { bundled, tests, runsSources, packaging }: ReadmeOptions,
  templates: Templates,
): string {
  const variables = readmeVariables(surface.api);
  const credentials = variables.filter((each) => each.credential).map((each) => each.name);
  const main = `/path/to/${packageName}/dist/main.js`;
  return templates.render("README.md", {
    title: plainText(surface.api.title),
    source: codeSpan(surface.sourceName),
    packageName,
    bundled,
    tests,
    runsSources,
    className: surface.className,
    claudeCode: claudeCode(surface.api.name, main, credentials),
    mcpServers: mcpServers(surface.api.name, main, credentials),
    vsCode: vsCode(surface.api.name, main, credentials),
    variables,
    main,
    packaging: packaging ? { ...packaging, registryName: packaging.registryName ?? "" } : false,
    login: hasLogin(surface.api),
    tools: surface.operations.filter(isExposedAs("tool")).map(row),
    searchable: surface.operations.filter(isExposedAs("searchable")).map(row),
    resources: surface.operations.filter(isExposedAs("resource", "template")).map(row),
  });
}

function isExposedAs(...kinds: readonly Exposure["as"][]): (each: SurfaceOperation) => boolean {
  return ({ facts }) => kinds.includes(facts.expose.as);
}

function row(operation: SurfaceOperation): ReadmeRow {
  return {
    name: codeSpan(exposedName(operation.facts.expose)),
    request: codeSpan(operation.source.key),
    what: plainText(headline(operation)),
  };
}

function claudeCode(name: string, main: string, credentials: readonly string[]): string {
  const env = credentials.map((variable) => `--env ${variable}=… `).join("");
  return `claude mcp add ${name} ${env}-- node ${main}`;
}

function mcpServers(name: string, main: string, credentials: readonly string[]): string {
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

function vsCode(name: string, main: string, credentials: readonly string[]): string {
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

function readmeVariables(api: Api): readonly Variable[] {
  return apiVariables(api).map((variable) => ({
    name: variable.name,
    meaning: meaningOf(variable),
    credential: variable.usual,
  }));
}

function meaningOf({ of, subject = "", meaning = "", ...variable }: ApiVariable): string {
  switch (of) {
    case "baseUrl":
      return subject ? `base URL instead of ${codeSpan(subject)}` : "base URL of the API; required";
    case "serverVariable": {
      const value =
        variable.default === undefined ? "required" : `default ${codeSpan(variable.default)}`;
      return `${codeSpan(`{${subject}}`)} in the base URL; ${value}`;
    }
    case "scheme":
      return `${plainText(meaning)} (${codeSpan(subject)})`;
  }
}
