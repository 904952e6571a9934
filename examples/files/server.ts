/**
 * A server for an API that accepts files. Start api.ts first:
 *
 *     node --import tsx examples/files/server.ts --http --allow-files examples/files/pictures
 */
import { run } from "mcp-codegen/runtime";
import { GalleryServer } from "./generated/index.js";

await run(GalleryServer);
