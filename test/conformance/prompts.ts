import type { McpServer } from "../../runtime/index.js";
import { base64, picture } from "./media.js";
import { askForText } from "./questions.js";

export function registerPrompts(server: McpServer): void {
  server.prompt(
    { name: "test_simple_prompt", description: "A prompt without arguments" },
    () => "This is a simple prompt for testing.",
  );
  server.prompt(
    {
      name: "test_prompt_with_arguments",
      description: "A prompt with two arguments",
      arguments: [
        {
          name: "arg1",
          description: "First test argument",
          required: true,
          complete: (value) => ["test1", "test2", "other"].filter((each) => each.startsWith(value)),
        },
        { name: "arg2", description: "Second test argument", required: true },
      ],
    },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );
  server.prompt(
    {
      name: "test_prompt_with_embedded_resource",
      description: "A prompt that brings a resource",
      arguments: [{ name: "resourceUri", description: "Which resource", required: true }],
    },
    ({ resourceUri = "" }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        },
      },
      {
        role: "user",
        content: { type: "text", text: "Please process the embedded resource above." },
      },
    ],
  );
  server.prompt(
    { name: "test_prompt_with_image", description: "A prompt that brings a picture" },
    () => [
      {
        role: "user",
        content: { type: "image", data: base64(picture), mimeType: picture.mimeType },
      },
      { role: "user", content: { type: "text", text: "Please analyze the image above." } },
    ],
  );
  server.prompt(
    { name: "test_input_required_result_prompt", description: "A prompt that asks the user" },
    async (_args, ctx) => {
      const answer = await ctx.elicit(
        askForText("What context should the prompt use?", "context"),
        { key: "user_context" },
      );
      return `Use this context: ${String(answer.content?.["context"] ?? "none")}`;
    },
  );
}
