import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ConversationSettingsBody } from "../../../src/channels/webhook/schemas/conversation.ts";
import { SettingsPatchBody } from "../../../src/channels/webhook/schemas/conversation-requests.ts";
import { curl } from "../code-samples.ts";
import { ConversationPath } from "../parameters.ts";
import { BODY_PROBLEMS, problemResponses } from "../problem-responses.ts";

const EXAMPLE = {
  instructions: "You talk to a customer of the tier gold. Be formal.",
  metadata: { tier: "gold" },
};

export const setUpConversation: ZodOpenApiOperationObject = {
  operationId: "setUpConversation",
  tags: ["conversations"],
  summary: "Set up a conversation",
  description:
    "Changes its instructions and metadata, also before its first message. The body is a JSON merge patch (RFC 7396): what is left out stays, `null` removes. It counts from the next message on.",
  requestParams: { path: ConversationPath },
  requestBody: {
    required: true,
    content: {
      "application/merge-patch+json": {
        schema: SettingsPatchBody,
        example: EXAMPLE,
      },
      "application/json": { schema: SettingsPatchBody, example: EXAMPLE },
    },
  },
  responses: {
    "200": {
      description: "What is set for it now.",
      content: {
        "application/json": {
          schema: ConversationSettingsBody,
          example: { id: "order-17", ...EXAMPLE },
        },
      },
    },
    ...problemResponses([...BODY_PROBLEMS, "unknown-conversation"]),
  },
  "x-codeSamples": [
    curl("Set it up", {
      method: "PATCH",
      path: "/v1/conversations/order-17",
      body: EXAMPLE,
    }),
  ],
};
