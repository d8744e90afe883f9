import * as z from "zod";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";
import {
  answer,
  type OperationGroup,
} from "../../src/http/description/operation.ts";
import { field, text } from "../../src/http/schemas/described.ts";

const CHANNELS = [
  ...CHANNEL_CATALOGUE.map(({ name }) => name),
  "webhook",
  "web",
];

const Health = z
  .object({
    status: field(z.literal("ok"), "The deployment is running."),
    version: text("Of Parley.", "0.1.0"),
    model: text("The language model.", "demo"),
    tools: field(z.array(z.string()), "The tools that the agent can use."),
    channels: field(
      z.object(Object.fromEntries(CHANNELS.map((name) => [name, z.boolean()]))),
      "Whether each channel is on; `webhook` is this API, `web` the chat page.",
    ),
  })
  .meta({ id: "Health", description: "The parts that are set up." });

const CACHING = {
  ETag: {
    description: "The version; send it back as `If-None-Match`.",
    schema: { type: "string" },
  },
} as const;

const NOT_MODIFIED = { description: "You have the current version." };

/** The routes of the deployment as a whole. */
export const DEPLOYMENT: OperationGroup = {
  name: "deployment",
  title: "This deployment",
  description: "Public, no key needed.",
  isPublic: true,
  operations: {
    readHealth: {
      route: "GET /healthz",
      summary: "Health",
      description:
        "Reports that the deployment is running, and which parts are set up.",
      responses: {
        "200": answer("The deployment is running.", Health),
      },
    },

    readDescription: {
      route: "GET /openapi.json",
      summary: "This description",
      description:
        "The API as an OpenAPI 3.1 document, generated from the schemas that validate requests. Any site may fetch it (CORS).",
      responses: {
        "200": {
          description: "The document.",
          headers: CACHING,
          content: {
            "application/json": {
              schema: { type: "object", description: "OpenAPI 3.1" },
            },
          },
        },
        "304": NOT_MODIFIED,
      },
    },

    readReference: {
      route: "GET /docs",
      summary: "This page",
      description: "The API reference for people.",
      responses: {
        "200": {
          description: "The page.",
          headers: CACHING,
          content: { "text/html": { schema: { type: "string" } } },
        },
        "304": NOT_MODIFIED,
      },
    },
  },
};
