import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { defined } from "../../../runtime/protocol/defined.js";
import type { Setup } from "../../client-setup/set-up.js";
import { jsonText } from "../../emit/json-text.js";

/** Formats how a client is set up, for people. */
export function formatSetup({ definition, shownFile, text, shortcut, notes }: Setup): string {
  const lines = [
    `# ${definition.title}: ${shownFile}`,
    "",
    ...text.trimEnd().split("\n"),
    "",
    ...(shortcut === undefined ? [] : [`${isLink(shortcut) ? "Or open" : "Or run"}: ${shortcut}`]),
    ...notes,
  ];
  return `${lines.join("\n").trimEnd().split("\n").map(escapeHidden).join("\n")}\n`;
}

/** Prints setups as JSON, for programs. */
export function setupJson(setups: readonly Setup[]): string {
  return jsonText(
    setups.map(({ client, definition, file, addition, shortcut, notes }) => ({
      client,
      title: definition.title,
      file,
      format: definition.format,
      section: addition.section,
      name: addition.name,
      entry: addition.entry,
      ...defined({
        inputs: addition.inputs.length > 0 ? addition.inputs : undefined,
        [shortcut !== undefined && isLink(shortcut) ? "link" : "command"]: shortcut,
      }),
      notes,
    })),
  );
}

/** Says what was done with a configuration. */
export function writtenLine(
  { definition, server, shownFile, notes }: Setup,
  changed: boolean,
): string {
  const done = changed
    ? `${shownFile}: added ${server.name} for ${definition.title}.`
    : `${shownFile}: ${server.name} is there already.`;
  return [done, ...(changed ? notes : [])].map((line) => `${escapeHidden(line)}\n`).join("");
}

function isLink(shortcut: string): boolean {
  return /^(cursor|vscode):/.test(shortcut);
}
