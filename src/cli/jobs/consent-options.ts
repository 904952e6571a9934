import type { Command } from "../../options/option-row.js";
import { optionTable, type Options } from "../../options/table.js";
import { UsageError } from "../usage-error.js";

/**
 * Checks the options of a configuration that nobody has named. It came with its folder, perhaps from another person, so it
 * can't agree for this user to where values are sent.
 *
 * @throws UsageError if it does and the command would obey it
 */
export function withoutConsent(settings: Partial<Options>, command: Command): Partial<Options> {
  const commands: readonly Command[] = optionTable["send-to"].commands;
  if (settings["send-to"] === undefined || !commands.includes(command)) return settings;
  throw new UsageError(
    "A configuration that was found can't say where values are sent. Give --send-to, or name the configuration with --config.",
  );
}
