import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { curl } from "../code-samples.ts";

const Health = z
  .object({
    status: z.literal("ok").meta({ description: "It answers." }),
    version: z
      .string()
      .meta({ description: "Of Parley.", examples: ["0.1.0"] }),
    model: z
      .string()
      .meta({ description: "The language model.", examples: ["demo"] }),
    tools: z.array(z.string()).meta({ description: "What the agent may use." }),
    channels: z
      .object({
        telegram: z.boolean().meta({ description: "Chats in Telegram." }),
        webhook: z.boolean().meta({ description: "This API." }),
        web: z.boolean().meta({ description: "The chat page." }),
      })
      .meta({ description: "Which are on." }),
  })
  .meta({ id: "Health", description: "Which parts are set up." });

export const readHealth: ZodOpenApiOperationObject = {
  operationId: "readHealth",
  tags: ["deployment"],
  summary: "Health",
  description: "Whether the deployment answers, and which parts are set up.",
  security: [],
  responses: {
    "200": {
      description: "It answers.",
      content: {
        "application/json": {
          schema: Health,
          example: {
            status: "ok",
            version: "0.1.0",
            model: "demo",
            tools: ["search", "calculator"],
            channels: { telegram: false, webhook: true, web: true },
          },
        },
      },
    },
  },
  "x-codeSamples": [curl("Ask", { path: "/healthz", isPublic: true })],
};
