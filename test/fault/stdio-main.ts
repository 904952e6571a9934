/** The server of the fault tests on standard input and output. */
import { serveStdio } from "../../runtime/index.js";
import { makeOffer } from "./offer.js";

await serveStdio(makeOffer().server);
