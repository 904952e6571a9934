/** The program of the peers' stdio tests. */
import { serveStdio } from "../../../runtime/index.js";
import { peerServer } from "./peer-server.js";

await serveStdio(peerServer());
