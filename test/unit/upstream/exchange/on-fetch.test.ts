/** The promises about calls hold on the platform's `fetch`, too. In Node, undici sends the requests of the other files. */
import { sendByFetch } from "../support.js";

sendByFetch();

for (const file of [
  "answers",
  "calls",
  "cancelling",
  "content-encoding",
  "errors",
  "exchange/messages",
  "files",
  "pagination",
  "read-answers",
  "redirects",
  "retry",
  "streams",
  "unexpected-answers",
  "security/client-certificate",
]) {
  await import(`../${file}.test.js`);
}
