import type { Api } from "../../runtime/contract/api.js";
import { hasLogin } from "../../runtime/contract/credential-methods.js";
import type { Exposure } from "../../runtime/contract/operation.js";
import { exposedName } from "../surface/names/exposed-name.js";
import type { Surface, SurfaceOperation } from "../surface/model.js";
import { apiVariables, type ApiVariable } from "./api-variables.js";
import { claudeCode, mcpServers, vsCode } from "./client-entries.js";
import type { EmitOptions } from "./emit-options.js";
import { headline } from "./headline.js";
import { codeSpan, plainText } from "./markdown.js";
import type { ViewOf } from "./templates/template-model.js";
import type { Templates } from "./templates/templates.js";

/** An environment variable as a README tells it. */
export interface ReadmeVariable {
  readonly name: string;
  readonly meaning: string;
  /** Included in the configuration examples for clients. */
  readonly credential: boolean;
}

export type ReadmeRow = ViewOf<"README.md">["tools"][number];

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
    tools: surface.operations.filter(isExposedAs("tool")).map(readmeRow),
    searchable: surface.operations.filter(isExposedAs("searchable")).map(readmeRow),
    resources: surface.operations.filter(isExposedAs("resource", "template")).map(readmeRow),
  });
}

function isExposedAs(...kinds: readonly Exposure["as"][]): (each: SurfaceOperation) => boolean {
  return ({ facts }) => kinds.includes(facts.expose.as);
}

/** Returns what a README says of an operation. */
export function readmeRow(operation: SurfaceOperation): ReadmeRow {
  return {
    name: codeSpan(exposedName(operation.facts.expose)),
    request: codeSpan(operation.source.key),
    what: plainText(headline(operation)),
  };
}

/** Returns the variables that the server of an API reads. */
export function readmeVariables(api: Api): readonly ReadmeVariable[] {
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
