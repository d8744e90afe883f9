import * as z from "zod";
import { answer, json, type OperationGroup } from "../description/operation.ts";
import { field } from "../schemas/described.ts";
import { Identifier } from "../schemas/fields.ts";
import {
  CancelledMessage,
  ScheduledMessage,
  ScheduledMessageBody,
  ScheduledMessageList,
  ScheduledQuery,
} from "./schemas/scheduled.ts";

const ScheduledPath = z.object({
  id: field(Identifier, "Its id, percent-encoded.", "delivery-17"),
});

export const SCHEDULED_MESSAGES: OperationGroup = {
  name: "scheduled-messages",
  title: "Scheduled messages",
  description:
    "Messages that the bot says, or is asked for, at a time or by a rule. What it says goes into the conversation, and to the `callback_url`.",
  operations: {
    scheduleMessage: {
      route: "POST /v1/scheduled-messages",
      summary: "Schedule a message",
      description:
        "Stores it; idempotent by `id`. Each occurrence is one turn of the conversation, whose message id is `schedule:`, the id, `:` and its time in milliseconds: it is in the callback and in the conversation, but not at `GET /v1/messages/{id}`. If nothing runs for more than 15 minutes after that time, it is skipped, and the conversation's next reply says so.",
      body: json(ScheduledMessageBody, {
        conversation: "order-17",
        id: "delivery-17",
        text: "Your parcel arrives today.",
        at: "2027-01-04 09:00",
        time_zone: "Asia/Shanghai",
      }),
      responses: {
        "200": answer(
          "It was scheduled before; as it is now.",
          ScheduledMessage,
        ),
        "201": answer("It is scheduled.", ScheduledMessage),
      },
      problems: ["broken-idempotency-key", "idempotency-mismatch"],
    },

    listScheduledMessages: {
      route: "GET /v1/scheduled-messages",
      summary: "List scheduled messages",
      description:
        "What is due later in a conversation, also what its user asked the bot for.",
      requestParams: { query: ScheduledQuery },
      responses: {
        "200": answer(
          "In the order in which they are due.",
          ScheduledMessageList,
        ),
      },
      problems: ["invalid-query"],
    },

    getScheduledMessage: {
      route: "GET /v1/scheduled-messages/{id}",
      summary: "Show a scheduled message",
      description: "As it is now: after its last occurrence it is gone.",
      requestParams: { path: ScheduledPath, query: ScheduledQuery },
      responses: {
        "200": answer("The scheduled message.", ScheduledMessage),
      },
      problems: ["invalid-query", "unknown-message"],
    },

    cancelScheduledMessage: {
      route: "DELETE /v1/scheduled-messages/{id}",
      summary: "Cancel a scheduled message",
      description:
        "Also an occurrence that waits for its turn; one that has been said stays.",
      requestParams: { path: ScheduledPath, query: ScheduledQuery },
      responses: {
        "200": answer("It is cancelled.", CancelledMessage),
      },
      problems: ["invalid-query", "unknown-message"],
    },
  },
};
