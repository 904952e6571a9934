/** The server of the fault tests on standard input and output. */
import { serveStdio } from "../../runtime/index.js";
import { makeOffer } from "./offer.js";

const { server, counts } = makeOffer();
setInterval(() => {
  if (counts.finished > 0) process.stderr.write("a call has finished\n");
}, 100).unref();
await serveStdio(server);
