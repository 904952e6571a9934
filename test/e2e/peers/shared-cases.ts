/** The cases that hold for both versions of the official client. */
import assert from "node:assert/strict";
import { test } from "node:test";

/** What both clients have in common. */
export interface PeerClient {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  readResource(params: { uri: string }): Promise<{ contents: unknown }>;
  getPrompt(params: {
    name: string;
    arguments: Record<string, string>;
  }): Promise<{ messages: unknown }>;
  complete(params: {
    ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: unknown } }>;
}

export interface Peer {
  readonly client: PeerClient;
  /** Calls a tool and returns its progress notifications. */
  progressOf(tool: string): Promise<readonly Progress[]>;
}

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const cases: Readonly<Record<string, (peer: Peer) => Promise<void>>> = {
  async "calls a tool whose structured content fits what is listed"({ client }) {
    const result = await client.callTool({ name: "add", arguments: { a: 1.5, b: 2 } });
    assert.deepEqual(plain(result).structuredContent, { sum: 3.5 });
  },

  async "reads resources, through templates too"({ client }) {
    const { contents } = await client.readResource({ uri: "peers://note" });
    assert.deepEqual(plain(contents), [
      { uri: "peers://note", mimeType: "text/plain", text: "a note" },
    ]);
    const word = await client.readResource({ uri: "peers://words/apple" });
    assert.equal((word.contents as { text: string }[])[0]?.text, '{"word":"apple"}');
  },

  async "gets prompts, and completes their arguments and those of templates"({ client }) {
    for (const [loud, text] of [
      ["yes", "Say hi!"],
      ["no", "Say hi."],
    ] as const) {
      const args = { word: "hi", ...(loud === "yes" && { loud }) };
      const { messages } = await client.getPrompt({ name: "greet", arguments: args });
      assert.deepEqual(plain(messages), [{ role: "user", content: { type: "text", text } }]);
    }
    const argument = { name: "word", value: "ap" };
    for (const ref of [
      { type: "ref/prompt", name: "greet" },
      { type: "ref/resource", uri: "peers://words/{word}" },
    ] as const) {
      const { completion } = await client.complete({ ref, argument });
      assert.deepEqual(plain(completion.values), ["apple", "apricot"]);
    }
  },

  async "answers a form, with the defaults of what the user left out"({ client }) {
    assert.deepEqual(JSON.parse(await textOf(client, "ask")), {
      action: "accept",
      content: { name: "Ann", age: 7, tea: true },
    });
  },

  async "opens a page"({ client }) {
    assert.equal(await textOf(client, "visit"), "accept");
  },

  async samples({ client }) {
    assert.deepEqual(JSON.parse(await textOf(client, "think")), {
      content: [{ type: "text", text: "2 + 2? 4" }],
      model: "abacus",
    });
  },

  async "answers two requests at once"({ client }) {
    assert.deepEqual(JSON.parse(await textOf(client, "explore")), {
      roots: [{ uri: "file:///home/ann", name: "home" }],
      action: "accept",
    });
  },

  async "answers one request after the other, and `once` runs once"({ client }) {
    const greeting = [{ type: "text", text: "Bob 4" }];
    for (const number of [1, 2]) {
      assert.deepEqual(JSON.parse(await textOf(client, "steps")), { number, greeting });
    }
  },

  async "receives progress until the answer"({ progressOf }) {
    assert.deepEqual(
      (await progressOf("report")).map(({ progress, total, message }) => [
        progress,
        total,
        message,
      ]),
      [1, 2, 3].map((step) => [step, 3, `step ${step}`]),
    );
  },

  async "many calls at once each get their own answer"({ client }) {
    const numbers = Array.from({ length: 40 }, (_, a) => a);
    const sums = await Promise.all(
      numbers.map(async (a) => {
        const result = await client.callTool({ name: "add", arguments: { a, b: 100 } });
        return (plain(result).structuredContent as { sum: number }).sum;
      }),
    );
    assert.deepEqual(
      sums,
      numbers.map((a) => a + 100),
    );
  },
};

/** Declares the shared cases as tests of the peer that is connected when they run. */
export function testShared(peer: () => Peer): void {
  for (const [name, run] of Object.entries(cases)) test(name, () => run(peer()));
}

/** Calls a tool and returns the first text of its result. */
export async function textOf(
  client: PeerClient,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { content } = plain(await client.callTool({ name: tool, arguments: args }));
  return (content as { text?: string }[])[0]?.text ?? "";
}

/** Returns a copy without the prototypes and undefined members that a client's parser may leave. */
export function plain<T extends object>(value: T): T & Record<string, unknown>;
export function plain(value: unknown): unknown;
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
