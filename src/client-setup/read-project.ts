/** Reads of a generated project what clients need to know, without running anything of it. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import type { Api, SecurityScheme } from "../../runtime/contract/api.js";
import { apiVariables } from "../emit/api-variables.js";
import { codeValue, parseCode } from "../load/code-values.js";
import { variablePattern } from "../options/env-option.js";
import { describeVariable } from "../packaging/describe-variable.js";
import type { SetupVariable, StdioServer } from "./setup-model.js";

/** A larger file is not the table of contents of a server. */
const maxBytes = 16 << 20;
const variableName = new RegExp(variablePattern);

export type ReadProject =
  | { readonly kind: "project"; readonly server: StdioServer; readonly isBuilt: boolean }
  | { readonly kind: "fault"; readonly reason: string; readonly hint: string };

/** Reads the facts in `src/generated/server.ts` of a folder. */
export function readProject(folder: string): ReadProject {
  const root = path.resolve(folder);
  const file = path.join(root, "src/generated/server.ts");
  if (!existsSync(file)) {
    const isModule = existsSync(path.join(root, "server.ts"));
    return {
      kind: "fault",
      reason: isModule ? "has no program that a client could start" : "is no generated project",
      hint: isModule
        ? "Modules are part of your own project: give the URL at which it serves MCP."
        : "Give the folder that mcp-codegen wrote, or the URL of a server.",
    };
  }
  const text = readFileSync(file, "utf8");
  const facts = text.length > maxBytes ? undefined : apiOf(text);
  if (!facts) {
    return {
      kind: "fault",
      reason: "has a src/generated/server.ts without the facts of the API",
      hint: "Generate the project again.",
    };
  }
  const main = path.join(root, "dist/main.js");
  const { name } = facts;
  const server = { kind: "stdio", name, main, variables: variablesOf(facts) } as const;
  return { kind: "project", server, isBuilt: existsSync(main) };
}

type Facts = Pick<Api, "name" | "baseUrlEnv" | "servers" | "securitySchemes">;

/** Returns the literal values of `static readonly api`; undefined if that is not what the generator writes. */
function apiOf(text: string): Facts | undefined {
  const source = parseCode(text);
  const members = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap((each) => each.members.slice());
  const property = members
    .filter(ts.isPropertyDeclaration)
    .find((each) => ts.isIdentifier(each.name) && each.name.text === "api");
  const value = property?.initializer && codeValue(property.initializer, source);
  if (typeof value !== "object" || value === null) return undefined;
  const { name, baseUrlEnv, servers, securitySchemes = {} } = value as Record<string, unknown>;
  if (typeof name !== "string" || !/^[a-z0-9-]{1,200}$/.test(name)) return undefined;
  if (typeof baseUrlEnv !== "string" || !Array.isArray(servers)) return undefined;
  if (typeof securitySchemes !== "object" || securitySchemes === null) return undefined;
  return {
    name,
    baseUrlEnv,
    servers: servers as Api["servers"],
    securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(isScheme)),
  };
}

const schemeTypes: readonly unknown[] = [
  "apiKey",
  "basic",
  "bearer",
  "http",
  "oauth2",
  "mutualTLS",
];

function isScheme(entry: [string, unknown]): entry is [string, SecurityScheme] {
  const scheme = entry[1];
  return (
    typeof scheme === "object" &&
    scheme !== null &&
    "type" in scheme &&
    schemeTypes.includes(scheme.type)
  );
}

/** Returns the variables that most users set. */
function variablesOf(facts: Facts): readonly SetupVariable[] {
  return apiVariables(facts)
    .filter(({ name, usual }) => usual && typeof name === "string" && variableName.test(name))
    .map((each) => ({
      name: each.name,
      description: describeVariable(each),
      secret: each.secret,
    }));
}
