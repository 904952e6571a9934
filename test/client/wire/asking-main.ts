/** The program of the wire checks over stdio. */
import { serveStdio } from "../../../runtime/index.js";
import { askingServer } from "./asking-server.js";

await serveStdio(askingServer());
