/** Runs an example on stdio, and once over Streamable HTTP and WebSocket, for both official clients. */
import { after, before, describe } from "node:test";
import {
  officialClients,
  type Answers,
  type OfficialClient,
  type Place,
} from "../../support/official/clients.js";
import { exampleCommand, startExample } from "./example-process.js";

export interface Example {
  /** A program that serves stdio, and with the word `net` the other two transports. */
  readonly file: string;
  /** Words that it is started with for the other transports, and on stdio; default: `net`, and none. */
  readonly words?: { readonly net: readonly string[]; stdio(net: URL): readonly string[] };
  readonly env?: Record<string, string>;
  /** Sent with each request, except on stdio. */
  readonly headers?: Record<string, string>;
  /** What the clients answer when they are asked. */
  readonly answers?: Answers;
}

export type Transport = "stdio" | "Streamable HTTP" | "WebSocket";

/**
 * Declares the tests of an example for each transport and client. They get a function that returns the connected client.
 */
export function overTransports(
  example: Example,
  tests: (client: () => OfficialClient, transport: Transport) => void,
): void {
  const { file, env = {}, headers = {}, answers } = example;
  const words = example.words ?? { net: ["net"], stdio: () => [] };
  const { command, args } = exampleCommand(file);

  describe(file, () => {
    let url: URL;
    const stops: (() => void)[] = [];
    before(async () => {
      const t = { after: (stop: () => void) => void stops.push(stop) };
      url = (await startExample(t, file, env, words.net)).url;
    });
    after(() => stops.forEach((stop) => stop()));
    const places: Record<Transport, () => Place> = {
      stdio: () => ({ command, args: [...args, ...words.stdio(url)], env }),
      "Streamable HTTP": () => ({ url, headers }),
      WebSocket: () => ({ url: new URL(`${url.href.replace("http", "ws")}/ws`), headers }),
    };
    for (const transport of Object.keys(places) as Transport[]) {
      for (const [name, open] of officialClients) {
        describe(`${transport}, ${name}`, () => {
          let client: OfficialClient;
          before(async () => {
            client = await open(places[transport](), answers);
          });
          after(() => client.close());
          tests(() => client, transport);
        });
      }
    }
  });
}
