import type { Service } from "../../session/service.js";
import { HttpEndpoint } from "../http/endpoint.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node/exchange.js";
import { defaultPath, type HttpOptions } from "../http/options.js";

/** The parts of a Fastify instance that are used here. */
export interface FastifyLike {
  readonly prefix: string;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (
      request: FastifyRequestLike,
      payload: unknown,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
  addHook(name: "preClose", hook: (done: () => void) => void): unknown;
  all(
    path: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void,
  ): unknown;
}

export interface FastifyRequestLike {
  readonly raw: NodeRequest;
  readonly body?: unknown;
}

export interface FastifyReplyLike {
  readonly raw: NodeResponse;
  hijack(): unknown;
  getHeaders(): { readonly [name: string]: number | string | readonly string[] | undefined };
}

/** A plugin for `app.register`. */
export type FastifyPlugin = (fastify: FastifyLike) => Promise<void>;

/**
 * Creates a Fastify plugin that serves Streamable HTTP at `path`, below the prefix it is registered with. Hooks of the
 * app run first, and the headers they set are sent. Without a prefix it serves the authorizer's metadata as well.
 */
export function createFastifyPlugin(service: Service, options: HttpOptions = {}): FastifyPlugin {
  const { path = defaultPath, ...rest } = options;
  return async (fastify) => {
    const endpoint = new HttpEndpoint(service, rest);
    // The endpoint reads and checks bodies itself. This affects only the plugin: the app keeps its parsers.
    fastify.removeAllContentTypeParsers();
    // Hooks may have replaced the payload, to decompress it for example.
    fastify.addContentTypeParser("*", ({ raw }, payload, done) =>
      done(null, payload === raw ? undefined : payload),
    );
    fastify.addHook("preClose", (done) => {
      endpoint.close();
      done();
    });
    const handler = (request: FastifyRequestLike, reply: FastifyReplyLike): void => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      endpoint.handle(new NodeExchange(request.raw, reply.raw, request.body));
    };
    fastify.all(path, handler);
    if (fastify.prefix !== "") return;
    for (const metadataPath of options.authorizer?.metadataPaths ?? []) {
      fastify.all(metadataPath, handler);
    }
  };
}
