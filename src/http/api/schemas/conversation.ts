import * as z from "zod";
import { body, field, int, text } from "../../schemas/described.ts";

const ConversationName = text("The conversation, as you named it.", "order-17");

/** The body of a 200 to `PATCH /v1/conversations/{id}`. */
export const ConversationSettingsBody = body(
  "ConversationSettings",
  "The settings of a conversation.",
  {
    id: ConversationName,
    instructions: field(
      z.string().nullable(),
      "Instructions for the bot in this conversation; `null` if none are set.",
      "You are talking to a gold-tier customer. Be formal.",
    ),
    metadata: field(
      z.record(z.string(), z.string()),
      "Your labels for the conversation.",
      { tier: "gold" },
    ),
  },
);

export type ConversationSettingsBody = z.infer<typeof ConversationSettingsBody>;

/** Set by the sender of a message. */
const labels = {
  user: field(
    z.string().optional(),
    "The author of the turn's message, if you named one.",
    "customer-4711",
  ),
  metadata: field(
    z.record(z.string(), z.string()).optional(),
    "The metadata of the turn's message.",
    { ticket: "T-3" },
  ),
};

const Origin = field(
  z.enum(["operator", "schedule", "unattended"]).optional(),
  "Who said it, if neither the user nor the bot: a person of the team, a schedule, or Parley, since nobody of the team came.",
);

export const ExportedMessage = body(
  "ExportedMessage",
  "A message in a conversation's history.",
  {
    message_id: text(
      "The id of the user's message; its answer has the same id.",
      "m1",
    ),
    role: field(z.enum(["user", "assistant"]), "The speaker.", "user"),
    origin: Origin,
    operator: field(
      z.string().optional(),
      "The name of the team's person who said it; `app:whatsapp` or `app:messenger` if in an app of the platform's.",
    ),
    text: text(
      "The original text; answers are Markdown.",
      "What is 12.5% of 80.16 * 3?",
    ),
    at: field(
      z.iso.datetime(),
      "The time, in UTC.",
      "2026-11-22T08:00:00.000Z",
    ),
    sequence: int("Increases with each message of the conversation.", 1),
    ...labels,
  },
);

export type ExportedMessage = z.infer<typeof ExportedMessage>;

export const OpenMessage = body(
  "OpenMessage",
  "A message that is not in the history.",
  {
    message_id: text("The message's id.", "m2"),
    origin: Origin,
    status: field(
      z.enum(["accepted", "thinking", "failed"]),
      "`accepted`: waiting for its turn; `thinking`: being answered; `failed`: there will be no answer.",
      "thinking",
    ),
    text: text("The original text.", "And of 100?"),
    at: field(
      z.iso.datetime(),
      "When it was accepted, in UTC.",
      "2026-11-22T08:01:00.000Z",
    ),
    notice: field(
      z.string().optional(),
      "The failure notice that the sender received.",
    ),
    ...labels,
  },
);

export type OpenMessage = z.infer<typeof OpenMessage>;

/** The body of `GET /v1/conversations/{id}`. */
export const ConversationExport = body(
  "Conversation",
  "A conversation's history and settings.",
  {
    ...ConversationSettingsBody.shape,
    messages: field(
      z.array(ExportedMessage),
      "The history, oldest first: its latest messages, or the latest before `before`.",
    ),
    previous: field(
      z.int().nullable(),
      "If there are older messages, pass this as `before`. `null` if there are none.",
      101,
    ),
    open_messages: field(
      z.array(OpenMessage),
      "Messages without an answer yet, and messages that failed since the last answer, in order.",
    ),
  },
);

export type ConversationExport = z.infer<typeof ConversationExport>;

/** One line of `GET /v1/conversations/{id}` as JSONL. */
export const ExportedLine = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("conversation"),
      ...ConversationSettingsBody.shape,
    }),
    z.object({ type: z.literal("message"), ...ExportedMessage.shape }),
    z.object({ type: z.literal("open_message"), ...OpenMessage.shape }),
  ])
  .meta({
    id: "ExportedLine",
    description:
      "The first line is the conversation with its settings; its messages follow, oldest first, then its open messages.",
  });

export type ExportedLine = z.infer<typeof ExportedLine>;

/** The body of `GET /v1/conversations`. */
export const ConversationList = body(
  "ConversationList",
  "Some of your conversations.",
  {
    conversations: z
      .array(z.object({ id: ConversationName }))
      .meta({ description: "Sorted by name, in code point order." }),
    next: field(
      z.string().nullable(),
      "If there are more, pass this as `after` to get the next page. `null` on the last page.",
      "order-17",
    ),
  },
);

export type ConversationList = z.infer<typeof ConversationList>;

/** The body of `DELETE /v1/conversations/{id}`. */
export const ForgottenConversation = body(
  "ForgottenConversation",
  "The result of deleting a conversation.",
  {
    id: ConversationName,
    deleted: z
      .object({
        messages: int("Messages in the history, including answers.", 2),
        turns: int(
          "Your messages and their results, including failed and waiting ones.",
          3,
        ),
        open_turns: int(
          "How many of them had no answer yet; they were cancelled.",
          1,
        ),
        failed_turns: int("How many of them had failed.", 1),
        settings: field(
          z.boolean(),
          "Whether instructions or metadata were set.",
          true,
        ),
      })
      .meta({ description: "The numbers of deleted items." }),
  },
);

export type ForgottenConversation = z.infer<typeof ForgottenConversation>;
