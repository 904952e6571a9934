/** Many clients, a few at a time. */
import { RawClient } from "./raw.js";

/** Runs `work` for each number below `count`, `width` of them at a time. */
export async function storm(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Does the same over kept connections, one per lane. */
export async function stormOn(
  url: string,
  count: number,
  width: number,
  work: (client: RawClient, index: number) => Promise<void>,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: width }, () => RawClient.connect(url)));
  for (const client of clients) client.read();
  const idle = [...clients];
  await storm(count, width, async (index) => {
    const client = idle.pop();
    if (!client) throw new Error("there are fewer connections than lanes");
    await work(client, index);
    idle.push(client);
  });
  for (const client of clients) client.socket.destroy();
}
