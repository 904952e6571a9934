import { redisState } from "../../../runtime/index.js";
import { redisClient } from "./redis.js";

export type StateOrder =
  | { readonly do: "load"; readonly id: string }
  | { readonly do: "append"; readonly session: string; readonly message: string }
  | { readonly do: "append many"; readonly session: string; readonly count: number }
  | { readonly do: "after"; readonly session: string; readonly id: string }
  | {
      readonly do: "replace";
      readonly id: string;
      readonly expected: string;
      readonly task: string;
    }
  | { readonly do: "listen"; readonly channel: string }
  | { readonly do: "publish"; readonly channel: string; readonly message: string }
  | { readonly do: "close" };

const [url = "", prefix = ""] = process.argv.slice(2);
const state = await redisState(redisClient(url), { prefix });

async function obey(order: StateOrder): Promise<unknown> {
  switch (order.do) {
    case "load":
      return state.sessions.load(order.id);
    case "append":
      return state.events.append(order.session, "stream", order.message);
    case "append many":
      return Promise.all(
        Array.from({ length: order.count }, (_, index) =>
          state.events.append(order.session, "stream", `${process.pid} ${index}`),
        ),
      );
    case "after":
      return state.events.after(order.session, order.id);
    case "replace":
      return state.tasks.replace(order.id, order.expected, order.task);
    case "listen":
      state.bus.subscribe(order.channel, (message) => process.send?.({ heard: message }));
      return state.bus.settled();
    case "publish":
      return state.bus.publish(order.channel, order.message);
    case "close":
      await state.close();
      process.disconnect();
      return undefined;
  }
}

process.on("message", (order: StateOrder) => {
  void obey(order).then((answer) => {
    if (process.connected) process.send?.({ answer });
  });
});
process.send?.({ answer: "ready" });
