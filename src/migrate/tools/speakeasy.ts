/** @see https://www.speakeasy.com/docs/standalone-mcp/customize-tools */
import { load } from "js-yaml";
import { defined } from "../../../runtime/protocol/defined.js";
import {
  MigrationFault,
  type MigratedOperation,
  type Migration,
  type MigrationSource,
} from "../migrate-model.js";
import { eachNamed, kebabCase } from "../tool-name-rules.js";
import { memberOf } from "../words.js";

/** Reads `.speakeasy/workflow.yaml`, or works on the document alone, whose `x-speakeasy-mcp` the generator reads itself. */
export function fromSpeakeasy({ text }: MigrationSource): Migration {
  const workflow = text === undefined ? undefined : yamlOf(text);
  const sources = memberOf(workflow, "sources");
  const targets = Object.values((memberOf(workflow, "targets") as object | undefined) ?? {});
  const target: unknown = targets.find((each) => memberOf(each, "target") === "mcp-typescript");
  const named = memberOf(sources, String(memberOf(target, "source")));
  const source = named ?? Object.values((sources as object | undefined) ?? {})[0];
  if (text !== undefined && source === undefined) {
    throw new MigrationFault("There are no sources in it. Give .speakeasy/workflow.yaml.");
  }
  const [input, ...others] = locationsOf(memberOf(source, "inputs"));
  const overlays = locationsOf(memberOf(source, "overlays"));
  const out = memberOf(target, "output");
  return {
    ...defined({ document: input }),
    settings: {
      ...(overlays.length > 0 && { overlay: overlays }),
      ...(typeof out === "string" && { out }),
    },
    rules: [],
    names: eachNamed(nameOfTool),
    notes: [
      ...(others.length > 0
        ? [
            `sources.inputs: ${others.join(", ")} would be merged. Generate a server for each, or merge them before.`,
          ]
        : []),
      ...(memberOf(source, "transformations") === undefined
        ? []
        : ["sources.transformations: make them an overlay or rules of the route map."]),
      "x-speakeasy-mcp is read as it is. Its scopes become tags; choose tools by them in the route map, because a server has no --scope.",
      "x-speakeasy-retries, -pagination and the like: set `retries`, `paginate` and `timeout` in the route map.",
    ],
  };
}

function yamlOf(text: string): unknown {
  try {
    return load(text);
  } catch {
    throw new MigrationFault("It is not YAML.");
  }
}

function locationsOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each) => {
    const location = memberOf(each, "location");
    const text = typeof location === "string" ? location : memberOf(location, "url");
    return typeof text === "string" ? [text] : [];
  });
}

/** A name in the extension wins, and is read by the generator, too. Else it is the group and the name in kebab-case. */
function nameOfTool({ extensions, operationId, tags }: MigratedOperation): string | undefined {
  const own = memberOf(extensions["x-speakeasy-mcp"], "name");
  if (typeof own === "string") return own;
  const id = extensions["x-speakeasy-name-override"] ?? operationId;
  const group = extensions["x-speakeasy-group"] ?? tags[0];
  if (typeof id !== "string") return undefined;
  const name = kebabCase(id);
  return typeof group === "string" ? `${kebabCase(group)}_${name}` : name;
}
