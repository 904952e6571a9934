/** @see https://orval.dev/reference/configuration/overview */
import { defined } from "../../../runtime/protocol/defined.js";
import { CodeCall, CodeValue, defaultExport } from "../../load/code-values.js";
import {
  MigrationFault,
  type MigratedOperation,
  type MigratedRule,
  type Migration,
  type MigrationSource,
} from "../migrate-model.js";
import { camelCase, eachNamed } from "../tool-name-rules.js";
import { jsonOf, memberOf } from "../words.js";

export function fromOrval({ text = "" }: MigrationSource): Migration {
  const project = projectOf(unwrapped(jsonOf(text) ?? defaultExport(text)));
  if (project === undefined) {
    throw new MigrationFault(
      "There is no project in it. Give orval.config.ts, .js or .json, whose configuration is written out.",
    );
  }
  const notes: string[] = [];
  const input = memberOf(project.value, "input");
  const output = memberOf(project.value, "output");
  const target = typeof input === "string" ? input : memberOf(input, "target");
  if (project.others.length > 0) {
    notes.push(
      `${project.others.join(", ")}: further projects of the file. Add a server for each to the configuration.`,
    );
  }
  if (project.client !== "mcp")
    notes.push("output.client: it is not mcp, so there are no tools today.");
  const override = memberOf(output, "override");
  for (const [name, way] of Object.entries(ways)) {
    const value = memberOf(name.startsWith("input.") ? input : output, name.split(".")[1] ?? name);
    const own = value ?? memberOf(override, name.split(".").pop() ?? "");
    if (own !== undefined) notes.push(`${name}: ${way}`);
  }
  const filters = memberOf(input, "filters");
  const rule = tagFilter(filters);
  const isExclusion = memberOf(filters, "mode") === "exclude";
  return {
    ...defined({ document: typeof target === "string" ? target : undefined }),
    settings: {},
    rules: rule ? [{ ...rule, expose: isExclusion ? "exclude" : "tool" }] : [],
    ...(rule && !isExclusion && { others: "exclude" as const }),
    names: eachNamed(nameIn(memberOf(override, "operations"), notes)),
    notes,
  };
}

const ways: Readonly<Record<string, string>> = {
  "input.override": "change the document with an overlay: --overlay FILE.",
  "output.baseUrl": "start the server with --base-url if it is not the document's server.",
  "override.mutator":
    "override `call()` or `headers` in a class of your own; see docs/customise.md.",
  "override.operationName": "a function names the operations there; set `name` in the route map.",
  "override.mcp": "change what is exposed by overriding `expose()`; see docs/customise.md.",
};

interface Project {
  readonly value: unknown;
  readonly client: unknown;
  readonly others: readonly string[];
}

/** Returns the project whose client is `mcp`, or else the first. */
function projectOf(config: unknown): Project | undefined {
  if (typeof config !== "object" || config === null || config instanceof CodeValue)
    return undefined;
  const projects = Object.entries(config).map(([name, value]) => {
    const own = unwrapped(value);
    return { name, value: own, client: memberOf(memberOf(own, "output"), "client") };
  });
  const chosen = projects.find(({ client }) => client === "mcp") ?? projects[0];
  if (!chosen) return undefined;
  const others = projects.filter((each) => each !== chosen && each.client === "mcp");
  return { ...chosen, others: others.map(({ name }) => name) };
}

/** `defineConfig({ … })` → `{ … }` */
export function unwrapped(value: unknown): unknown {
  if (!(value instanceof CodeCall)) return value;
  return /^define\w*$/.test(value.callee) ? unwrapped(value.args[0]) : value;
}

function tagFilter(filters: unknown): Omit<MigratedRule, "expose"> | undefined {
  const tags = memberOf(filters, "tags");
  if (!Array.isArray(tags)) return undefined;
  const names = tags.filter((each): each is string => typeof each === "string");
  const isMatch = (tag: string): boolean =>
    tags.some((each) => (each instanceof RegExp ? each.test(tag) : each === tag));
  return {
    matches: (operation) => operation.tags.some(isMatch),
    ...(names.length === tags.length && { match: { tag: names } }),
  };
}

function nameIn(
  operations: unknown,
  notes: string[],
): (operation: MigratedOperation) => string | undefined {
  for (const [id, own] of Object.entries((operations as object | undefined) ?? {})) {
    if (memberOf(own, "operationName") !== undefined) {
      notes.push(
        `override.operations.${id}.operationName: a function names it; set \`name\` in the route map.`,
      );
    }
  }
  return ({ operationId, method, path }) =>
    camelCase(operationId ?? [method.toLowerCase(), ...path.split("/")].join("-"));
}
