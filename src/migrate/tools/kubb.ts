/** @see https://kubb.dev/plugins/plugin-mcp/ */
import { defined } from "../../../runtime/protocol/defined.js";
import { CodeCall, CodeValue, defaultExport } from "../../load/code-values.js";
import {
  MigrationFault,
  type MigratedOperation,
  type MigratedRule,
  type Migration,
  type MigrationSource,
} from "../migrate-model.js";
import { byPattern, regexOf } from "../rules.js";
import { eachNamed } from "../tool-name-rules.js";
import { jsonOf, memberOf } from "../words.js";
import { unwrapped } from "./orval.js";

export function fromKubb({ text = "" }: MigrationSource): Migration {
  const found = unwrapped(jsonOf(text) ?? defaultExport(text));
  const config = Array.isArray(found) ? (found[0] as unknown) : found;
  if (typeof config !== "object" || config === null || config instanceof CodeValue) {
    throw new MigrationFault(
      "There is no configuration in it. Give kubb.config.ts or .js, whose configuration is written out.",
    );
  }
  const plugins = memberOf(config, "plugins");
  const list = Array.isArray(plugins) ? (plugins as readonly unknown[]) : [];
  const plugin = list.find((each) => each instanceof CodeCall && each.callee.endsWith("pluginMcp"));
  const options = plugin instanceof CodeCall ? plugin.args[0] : undefined;
  const notes: string[] = [];
  if (!plugin) notes.push("plugins: there is no pluginMcp, so there are no tools today.");
  const input = memberOf(config, "input");
  const document = memberOf(input, "path");
  for (const [name, way] of Object.entries(ways)) {
    if (memberOf(options, name) !== undefined) notes.push(`pluginMcp ${name}: ${way}`);
  }
  const excluded = rulesOf(memberOf(options, "exclude"), "exclude", notes);
  const included = rulesOf(memberOf(options, "include"), "tool", notes);
  return {
    ...defined({ document: typeof document === "string" ? document : undefined }),
    settings: {},
    rules: [...excluded, ...included],
    ...(included.length > 0 && { others: "exclude" as const }),
    names: eachNamed(({ operationId }) => operationId),
    notes: [
      ...notes,
      "Operations without operationId get names of this generator: Kubb's are made of their paths.",
    ],
  };
}

const ways: Readonly<Record<string, string>> = {
  client: "override `call()` or `headers` in a class of your own; see docs/customise.md.",
  group: "the output has one file for each kind of code; large outputs are split by tag.",
  override: "set what differs in rules of the route map.",
  transformers: "a function names the operations there; set `name` in the route map.",
  resolver: "a function names the operations there; set `name` in the route map.",
  paramsCasing:
    "arguments keep the names of the document; rename them with `args` of the route map.",
};

const texts: Readonly<Record<string, (operation: MigratedOperation) => readonly string[]>> = {
  tag: ({ tags }) => tags,
  operationId: ({ operationId = "" }) => [operationId],
  path: ({ path }) => [path],
  method: ({ method }) => [method.toLowerCase(), method],
};

function rulesOf(
  list: unknown,
  expose: "exclude" | "tool",
  notes: string[],
): readonly MigratedRule[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each): readonly MigratedRule[] => {
    const type = String(memberOf(each, "type"));
    const pattern = memberOf(each, "pattern");
    const regex =
      pattern instanceof RegExp
        ? pattern
        : typeof pattern === "string"
          ? regexOf(pattern)
          : undefined;
    if (!Object.hasOwn(texts, type) || !regex) {
      notes.push(
        `${expose === "tool" ? "include" : "exclude"} by ${type}: it could not be read, so it was left out.`,
      );
      return [];
    }
    const isPlain = typeof pattern === "string" && /^[\w-]+$/.test(pattern);
    const match = isPlain && type === "method" ? { method: pattern.toUpperCase() } : undefined;
    return [byPattern(regex, texts[type]!, expose, match)];
  });
}
