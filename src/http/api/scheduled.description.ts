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
  id: field(Identifier, "Its id, percent-encoded.", "parcel-17"),
});

const SCHEDULED = {
  id: "parcel-17",
  conversation: "order-17",
  kind: "text",
  text: "Your parcel arrives today.",
  next_at: "2027-01-04T01:00:00.000Z",
  time_zone: "Asia/Shanghai",
  repeat: null,
} as const;

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
        "Stores it; idempotent by `id`. Each occurrence is one turn of the conversation, whose message id is `schedule:`, the id, `:` and its time in milliseconds. If nothing runs for more than 15 minutes after that time, it is skipped, and the conversation's next reply says so.",
      body: json(ScheduledMessageBody, {
        conversation: "order-17",
        id: "parcel-17",
        text: SCHEDULED.text,
        at: "2027-01-04 09:00",
        time_zone: "Asia/Shanghai",
      }),
      responses: {
        "200": answer(
          "It was scheduled before; as it is now.",
          ScheduledMessage,
          SCHEDULED,
        ),
        "201": answer("It is scheduled.", ScheduledMessage, SCHEDULED),
      },
      problems: ["broken-idempotency-key", "idempotency-mismatch"],
      samples: [
        {
          label: "Once",
          body: {
            conversation: "order-17",
            text: SCHEDULED.text,
            at: "2027-01-04 09:00",
            time_zone: "Asia/Shanghai",
          },
        },
        {
          label: "Each weekday, by the model",
          body: {
            conversation: "order-17",
            kind: "prompt",
            text: "Greet the customer and say what day it is.",
            at: "2027-01-04 09:00",
            repeat: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
          },
        },
      ],
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
          {
            scheduled_messages: [SCHEDULED],
          },
        ),
      },
      problems: ["invalid-query"],
      samples: [
        {
          label: "List them",
          path: "/v1/scheduled-messages?conversation=order-17",
        },
      ],
    },

    getScheduledMessage: {
      route: "GET /v1/scheduled-messages/{id}",
      summary: "Show a scheduled message",
      description: "As it is now: after its last occurrence it is gone.",
      requestParams: { path: ScheduledPath, query: ScheduledQuery },
      responses: {
        "200": answer("The scheduled message.", ScheduledMessage, SCHEDULED),
      },
      problems: ["invalid-query", "unknown-message"],
      samples: [
        {
          label: "Show it",
          path: "/v1/scheduled-messages/parcel-17?conversation=order-17",
        },
      ],
    },

    cancelScheduledMessage: {
      route: "DELETE /v1/scheduled-messages/{id}",
      summary: "Cancel a scheduled message",
      description:
        "Also an occurrence that waits for its turn; one that has been said stays.",
      requestParams: { path: ScheduledPath, query: ScheduledQuery },
      responses: {
        "200": answer("It is cancelled.", CancelledMessage, {
          id: "parcel-17",
          status: "cancelled",
        }),
      },
      problems: ["invalid-query", "unknown-message"],
      samples: [
        {
          label: "Cancel it",
          path: "/v1/scheduled-messages/parcel-17?conversation=order-17",
        },
      ],
    },
  },
};
