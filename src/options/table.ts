/** All command-line options. yargs, the config file and the README's tables read this table. */
import { apiOptions } from "./groups/api.js";
import { callingOptions } from "./groups/calling.js";
import { clientsOptions } from "./groups/clients.js";
import { comparisonOptions } from "./groups/comparison.js";
import { configurationOptions } from "./groups/configuration.js";
import { credentialsOptions } from "./groups/credentials.js";
import { inputOptions } from "./groups/input.js";
import { listingOptions } from "./groups/listing.js";
import { migrationOptions } from "./groups/migration.js";
import { namingOptions } from "./groups/naming.js";
import { outputOptions } from "./groups/output.js";
import { packagingOptions } from "./groups/packaging.js";
import { printingOptions } from "./groups/printing.js";
import { regenerationOptions } from "./groups/regeneration.js";
import { servingOptions } from "./groups/serving.js";
import { watchingOptions } from "./groups/watching.js";
import type { OptionRow, ValueOf } from "./option-row.js";

export const optionTable = {
  ...callingOptions,
  ...servingOptions,
  ...watchingOptions,
  ...clientsOptions,
  ...migrationOptions,
  ...comparisonOptions,
  ...outputOptions,
  ...namingOptions,
  ...credentialsOptions,
  ...apiOptions,
  ...listingOptions,
  ...configurationOptions,
  ...regenerationOptions,
  ...packagingOptions,
  ...inputOptions,
  ...printingOptions,
} as const satisfies Record<string, OptionRow>;

/** The options as the help shows them: those of one subject under its title. */
export const optionGroups: readonly {
  readonly title: string;
  readonly options: Readonly<Record<string, OptionRow>>;
}[] = [
  { title: "Calling a tool", options: callingOptions },
  { title: "Serving", options: servingOptions },
  { title: "Watching", options: watchingOptions },
  { title: "Setting up clients", options: clientsOptions },
  { title: "Migration", options: migrationOptions },
  { title: "Comparison", options: comparisonOptions },
  { title: "Output", options: outputOptions },
  { title: "Names and routes", options: namingOptions },
  { title: "Credentials", options: credentialsOptions },
  { title: "Calls to the API", options: apiOptions },
  { title: "What clients see", options: listingOptions },
  { title: "Configuration", options: configurationOptions },
  { title: "Writing over an output", options: regenerationOptions },
  { title: "Packaging", options: packagingOptions },
  { title: "Reading the document", options: inputOptions },
  { title: "What is printed", options: printingOptions },
];

export type OptionName = keyof typeof optionTable;

/** Parsed options. Options with a default are always present. */
export type Options = {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? Name : never
  ]: ValueOf<(typeof optionTable)[Name]>;
} & {
  readonly [
    Name in OptionName as (typeof optionTable)[Name] extends { default: unknown } ? never : Name
  ]?: ValueOf<(typeof optionTable)[Name]> | undefined;
};

/** Returns the options at their defaults, for callers of the programming interface. */
export function defaultOptions(): Options {
  const defaults: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<OptionRow>(optionTable)) {
    if (row.default !== undefined) defaults[name] = row.default;
  }
  return defaults as Options;
}
