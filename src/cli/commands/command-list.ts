import { completionCommand } from "./completion.js";
import { authCommand } from "./auth.js";
import { callCommand } from "./call.js";
import { clientCommand } from "./client.js";
import { checkCommand } from "./check.js";
import { clientsCommand } from "./clients.js";
import type { CommandDefinition } from "./command.js";
import { diffCommand } from "./diff.js";
import { explainCommand } from "./explain.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";
import { listCommand } from "./list.js";
import { memoryCommand } from "./memory.js";
import { migrateCommand } from "./migrate.js";
import { newCommand } from "./new.js";
import { schemasCommand } from "./schemas.js";
import { serveCommand } from "./serve.js";
import { watchCommand } from "./watch.js";

/** All commands, in the order of the help. */
export const commandList: readonly CommandDefinition[] = [
  generateCommand,
  checkCommand,
  diffCommand,
  initCommand,
  watchCommand,
  serveCommand,
  authCommand,
  listCommand,
  explainCommand,
  clientCommand,
  callCommand,
  clientsCommand,
  memoryCommand,
  migrateCommand,
  newCommand,
  schemasCommand,
  completionCommand,
];
