// The least that a client in memory does: JSON, and a table of open calls.
import { drive } from "./drive.js";
import { memoryEnd } from "./memory.js";
import { callText, initializeText, isNewer } from "./messages.js";

const end = await memoryEnd();
const open = new Map();
let id = 0;
void end.start({
  message(text) {
    const message = JSON.parse(text);
    open.get(message.id)(message.result);
    open.delete(message.id);
  },
  tooLong() {},
  end() {},
  close() {},
});

function send(text) {
  return new Promise((resolve) => {
    open.set(id, resolve);
    void end.send(text);
  });
}

if (!isNewer) await send(initializeText(id));
await drive(
  () => send(callText((id += 1))),
  () => end.close(),
);
