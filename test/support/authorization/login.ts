import type { OAuthDiscoveryState } from "@modelcontextprotocol/client";

/** An OAuth provider for the official clients, which logs a user in at once. */
export class Login {
  readonly redirectUrl = "http://127.0.0.1:1/callback";
  readonly clientMetadata = {
    client_name: "peer",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  /** Query parameters of the redirect from the authorization server. */
  returned: URLSearchParams | undefined;
  #client: { client_id: string } | undefined;
  #tokens: { access_token: string; token_type: string; scope?: string } | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;
  readonly #state = crypto.randomUUID();

  state(): string {
    return this.#state;
  }

  clientInformation(): { client_id: string } | undefined {
    return this.#client;
  }

  saveClientInformation(client: { client_id: string }): void {
    this.#client = client;
  }

  tokens(): { access_token: string; token_type: string; scope?: string } | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: { access_token: string; token_type: string }): void {
    this.#tokens = tokens;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const response = await fetch(url, { redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null) throw new Error(`Refused: ${response.status} ${await response.text()}`);
    this.returned = new URL(location).searchParams;
    if (this.returned.get("state") !== this.#state) throw new Error("Another state came back.");
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }
}
