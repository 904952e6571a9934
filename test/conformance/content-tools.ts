import { setTimeout as wait } from "node:timers/promises";
import { ToolError, type McpServer } from "../../runtime/index.js";
import { base64, picture, sound } from "./media.js";
import { contactInput, regionInput } from "./schemas.js";

/** Tools that need no client input: every kind of content, an error, progress, log messages. */
export function registerContentTools(server: McpServer): void {
  server.tool(
    { name: "test_simple_text", description: "Answers with text" },
    () => "This is a simple text response for testing.",
  );
  server.tool({ name: "test_image_content", description: "Answers with a picture" }, () => picture);
  server.tool({ name: "test_audio_content", description: "Answers with a sound" }, () => sound);
  server.tool({ name: "test_embedded_resource", description: "Answers with a resource" }, () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  }));
  server.tool(
    {
      name: "test_multiple_content_types",
      description: "Answers with text, a picture, a resource",
    },
    () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: base64(picture), mimeType: picture.mimeType },
        {
          type: "resource",
          resource: {
            uri: "test://mixed-content-resource",
            mimeType: "application/json",
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  );
  server.tool({ name: "test_error_handling", description: "Always fails" }, () => {
    throw new ToolError("This tool intentionally returns an error for testing");
  });
  server.tool(
    { name: "test_tool_with_progress", description: "Says how far it is" },
    async (_input, ctx) => {
      ctx.progress(0, 100, "Begun");
      await wait(50);
      ctx.progress(50, 100, "Half done");
      await wait(50);
      ctx.progress(100, 100, "Done");
      return `Progress was told for ${JSON.stringify(ctx.meta["progressToken"] ?? null)}`;
    },
  );
  server.tool(
    { name: "test_tool_with_logging", description: "Sends log messages" },
    async (_input, ctx) => {
      ctx.log("info", "Tool execution started");
      await wait(50);
      ctx.log("info", "Tool processing data");
      await wait(50);
      ctx.log("info", "Tool execution completed");
      return "Three messages were logged.";
    },
  );
  server.tool(
    { name: "test_logging_tool", description: "Sends log messages of every kind" },
    (_input, ctx) => {
      ctx.log("debug", { step: 1 });
      ctx.log("info", { step: 2 }, "conformance");
      ctx.log("error", { step: 3 });
      return "Logged what was asked for.";
    },
  );
  server.tool(
    { name: "test_reconnection", description: "Drops the connection before it answers" },
    async (_input, ctx) => {
      ctx.disconnect(500);
      await wait(100);
      return "This answer was fetched later.";
    },
  );
  server.tool(
    {
      name: "json_schema_2020_12_tool",
      description: "Tool with JSON Schema 2020-12 features",
      input: contactInput,
    },
    (input) => `Got ${Object.keys(input).join(", ")}`,
  );
  server.tool(
    { name: "test_custom_header", description: "Has an argument in a header", input: regionInput },
    ({ region }) => `The region is ${String(region)}`,
  );
}
