/** The petstore's generated server as one route of an Express app. `generated/` comes from `npm run examples`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expressHandler, type CallContext } from "mcp-codegen/runtime";
import { PetstoreServer, type CreatePetInput, type Pet } from "./generated/index.js";

/** Overriding a method changes an operation. */
class AppPetstore extends PetstoreServer {
  override createPet(input: CreatePetInput, ctx: CallContext): Promise<Pet> {
    return super.createPet({ ...input, name: input.name.trim() }, ctx);
  }
}

const app = express();
app.use(express.json());
app.get("/health", (_request, response) => {
  response.json({ status: "up" });
});
// The API's base URL and key come from MCP_CODEGEN_PETSTORE_BASE_URL and MCP_CODEGEN_PETSTORE_API_KEY.
const mcp = await expressHandler(new AppPetstore(), { loopback: true });
app.all("/mcp", mcp);

const http = createServer(app).listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const { port } = http.address() as AddressInfo;
  console.error(`The petstore is served at http://127.0.0.1:${port}/mcp`);
});
process.once("SIGTERM", () => {
  http.close();
  mcp.close();
});
