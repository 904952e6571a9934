import type { HttpClientOptions, QuestionHandlers } from "../../client/client-options.js";
import type { McpClient } from "../../client/client.js";
import type { Log } from "../../protocol/log.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { Session } from "../../session/session.js";
import { OpenCalls } from "./open-calls.js";
import { RemoteLink, type OpenRemote } from "./remote-link.js";
import { sessionCall } from "./session-call.js";

/** A connection and the calls over it. */
export interface CalledLink {
  readonly link: RemoteLink;
  readonly calls: OpenCalls;
}

/** What the links of sessions need of their remote server. */
export interface LinkHost {
  readonly name: string;
  readonly log: Log;
  readonly open: OpenRemote;
  readonly options: HttpClientOptions;
  /** Called for the events of each connection that are no call's. */
  hear(client: McpClient): void;
}

/** A process of its own may stand behind each. */
const mostLinks = 100;

/**
 * A session with the remote server for each session of a client, for as long as that lasts. Of more than a hundred, the one that has
 * rested longest ends, and begins anew with the next call of its client.
 */
export class SessionLinks {
  readonly #host: LinkHost;
  /** The last used one last. */
  readonly #links = new Map<Session, CalledLink>();
  readonly #followed = new WeakSet<Session>();

  constructor(host: LinkHost) {
    this.#host = host;
  }

  /** @throws ToolError if there are too many, and all have open calls */
  of(session: Session): CalledLink {
    const known = this.#links.get(session);
    if (known) {
      this.#links.delete(session);
      this.#links.set(session, known);
      return known;
    }
    this.#makeRoom();
    const made = this.#open(session);
    this.#links.set(session, made);
    this.#follow(session);
    return made;
  }

  #makeRoom(): void {
    if (this.#links.size < mostLinks) return;
    for (const [session, { link, calls }] of this.#links) {
      if (!calls.isIdle) continue;
      this.#links.delete(session);
      void link.close();
      return;
    }
    throw new ToolError(`The server ${this.#host.name} has too many open calls. Try again later.`);
  }

  #open(session: Session): CalledLink {
    const { name, log, open, options, hear } = this.#host;
    const calls = new OpenCalls(name, false, sessionCall(session));
    const link = new RemoteLink(
      open,
      { ...options, ...handlersFor(session, calls) },
      {
        connected(client) {
          client.on("log", (message) => calls.log(message));
          hear(client);
          return setLogLevel(client, session, log);
        },
        lost: (error) => log.warn(`A session with ${name} has ended`, error),
      },
    ).start();
    return { link, calls };
  }

  /** Passes on what the session sets, and ends its link with it. */
  #follow(session: Session): void {
    if (this.#followed.has(session)) return;
    this.#followed.add(session);
    session.onChange((before) => {
      const client = this.#links.get(session)?.link.client;
      if (client && before.logLevel !== session.facts.logLevel)
        void setLogLevel(client, session, this.#host.log);
    });
    session.outgoing.onClose(() => {
      const open = this.#links.get(session);
      this.#links.delete(session);
      void open?.link.close();
    });
  }

  /** Tells the remote server that the roots of a client changed. */
  rootsChanged(sessionId: string | undefined): void {
    for (const [session, { link }] of this.#links) {
      if (session.id === sessionId) void link.client?.notifyRootsChanged().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map(({ link }) => link.close()));
  }
}

async function setLogLevel(client: McpClient, { facts }: Session, log: Log): Promise<void> {
  if (!client.serverCapabilities.logging) return;
  try {
    await client.setLogLevel(facts.logLevel);
  } catch (error) {
    log.warn(`The log level of ${client.name} can't be set`, error);
  }
}

/** Declares what the client of the session has declared, and no more. */
function handlersFor({ facts }: Session, { handlers }: OpenCalls): QuestionHandlers {
  const { roots, sampling, elicitation } = facts.clientCapabilities as Record<string, object>;
  const kinds = elicitation && Object.keys(elicitation).length > 0 ? elicitation : { form: {} };
  return {
    ...(roots && { roots: handlers.roots }),
    ...(sampling && {
      sampling: handlers.sampling,
      samplingFeatures: { tools: "tools" in sampling, context: "context" in sampling },
    }),
    ...(elicitation && {
      elicitation: {
        ...("form" in kinds && { form: handlers.elicitation }),
        ...("url" in kinds && { url: handlers.elicitation }),
      },
    }),
  };
}
