/** Declares the one used function of swagger-client, which has no declarations. */
declare module "swagger-client" {
  export interface BuildOptions {
    readonly spec: unknown;
    readonly operationId: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly requestBody?: unknown;
    readonly requestContentType?: string;
    readonly contextUrl?: string;
  }
  export interface BuiltRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  }
  const client: { buildRequest(options: BuildOptions): BuiltRequest };
  export default client;
}
