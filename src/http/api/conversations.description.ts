import { answer, json, type OperationGroup } from "../description/operation.ts";
import { ConversationPath, NotePath } from "../description/parameters.ts";
import {
  ConversationMemory,
  NoteBody,
  VersionQuery,
} from "../schemas/memory.ts";
import {
  ConversationExport,
  ConversationList,
  ConversationSettingsBody,
  ExportedLine,
  ForgottenConversation,
} from "./schemas/conversation.ts";
import {
  ExportQuery,
  ListQuery,
  SettingsPatchBody,
} from "./schemas/requests.ts";

const SETTINGS = {
  instructions: "You are talking to a gold-tier customer. Be formal.",
  metadata: { tier: "gold" },
};

const MEMORY = {
  version: 4,
  notes: [{ number: 1, text: "Mei is allergic to peanuts." }],
};

export const CONVERSATIONS: OperationGroup = {
  name: "conversations",
  title: "Conversations",
  description:
    "What Parley remembers of a conversation. Conversation names belong to the caller: you cannot see the conversations of other callers.",
  operations: {
    listConversations: {
      route: "GET /v1/conversations",
      summary: "List conversations",
      description:
        "Your conversations, sorted by name and paginated. A conversation exists from its first message or setting until it is deleted.",
      requestParams: { query: ListQuery },
      responses: {
        "200": answer("A page of conversations.", ConversationList, {
          conversations: [{ id: "order-16" }, { id: "order-17" }],
          next: null,
        }),
      },
      problems: ["invalid-query"],
      samples: [{ label: "List them", path: "/v1/conversations?limit=20" }],
    },

    exportConversation: {
      route: "GET /v1/conversations/{id}",
      summary: "Export a conversation",
      description:
        "History and settings: the latest messages first, older ones by page; or everything as JSONL, regardless of its length.",
      requestParams: { path: ConversationPath, query: ExportQuery },
      responses: {
        "200": {
          description: "The conversation.",
          content: {
            ...json(ConversationExport, {
              id: "order-17",
              instructions: null,
              metadata: { tier: "gold" },
              messages: [
                {
                  message_id: "m1",
                  role: "user",
                  text: "What is 12.5% of 80.16 * 3?",
                  at: "2026-11-22T08:00:00.000Z",
                  sequence: 1,
                },
                {
                  message_id: "m1",
                  role: "assistant",
                  text: "12.5% of 80.16 * 3 = 30.06.",
                  at: "2026-11-22T08:00:02.000Z",
                  sequence: 2,
                },
              ],
              previous: null,
              open_messages: [],
            }),
            "application/jsonl": { schema: ExportedLine },
          },
        },
      },
      problems: ["invalid-query", "unknown-conversation"],
      samples: [
        { label: "Export it", path: "/v1/conversations/order-17" },
        {
          label: "Export all of it",
          path: "/v1/conversations/order-17",
          headers: { Accept: "application/jsonl" },
        },
      ],
    },

    setUpConversation: {
      route: "PATCH /v1/conversations/{id}",
      summary: "Update a conversation",
      description:
        "Changes its instructions and metadata, even before its first message. The body is a JSON Merge Patch (RFC 7396): omitted fields stay, `null` removes. Takes effect with the next message.",
      requestParams: { path: ConversationPath },
      body: {
        "application/merge-patch+json": {
          schema: SettingsPatchBody,
          example: SETTINGS,
        },
        ...json(SettingsPatchBody, SETTINGS),
      },
      responses: {
        "200": answer("The current settings.", ConversationSettingsBody, {
          id: "order-17",
          ...SETTINGS,
        }),
      },
      problems: ["unknown-conversation"],
      samples: [
        {
          label: "Update it",
          path: "/v1/conversations/order-17",
          body: SETTINGS,
        },
      ],
    },

    readMemory: {
      route: "GET /v1/conversations/{id}/memory",
      summary: "Read the memory",
      description:
        "The notes that the bot keeps of messages which it no longer sees, and reads before each answer. The messages themselves stay in the history.",
      requestParams: { path: ConversationPath },
      responses: { "200": answer("The notes.", ConversationMemory, MEMORY) },
      problems: ["unknown-conversation"],
      samples: [
        { label: "Read it", path: "/v1/conversations/order-17/memory" },
      ],
    },

    correctNote: {
      route: "PATCH /v1/conversations/{id}/memory/{note}",
      summary: "Correct a note",
      description:
        "Replaces the text of one note. Takes effect with the next message; the former text is erased. The history is not changed.",
      requestParams: { path: NotePath },
      body: json(NoteBody, { version: 3, text: MEMORY.notes[0]?.text }),
      responses: { "200": answer("The notes.", ConversationMemory, MEMORY) },
      problems: ["unknown-conversation", "unknown-note", "memory-changed"],
      samples: [
        {
          label: "Correct it",
          path: "/v1/conversations/order-17/memory/1",
          body: { version: 3, text: MEMORY.notes[0]?.text },
        },
      ],
    },

    deleteNote: {
      route: "DELETE /v1/conversations/{id}/memory/{note}",
      summary: "Delete a note",
      description:
        "Erases one note: neither prompts nor exports have it again. The history is not changed.",
      requestParams: { path: NotePath, query: VersionQuery },
      responses: {
        "200": answer("The notes that are left.", ConversationMemory, MEMORY),
      },
      problems: [
        "invalid-query",
        "unknown-conversation",
        "unknown-note",
        "memory-changed",
      ],
      samples: [
        {
          label: "Delete it",
          path: "/v1/conversations/order-17/memory/1?version=3",
        },
      ],
    },

    forgetConversation: {
      route: "DELETE /v1/conversations/{id}",
      summary: "Delete a conversation",
      description:
        "Permanently erases texts, steps, replies and settings, including those of waiting and running messages. Only the message ids remain, so that a resent message is not answered again (410).",
      requestParams: { path: ConversationPath },
      responses: {
        "200": answer("The conversation was deleted.", ForgottenConversation, {
          id: "order-17",
          deleted: {
            messages: 2,
            turns: 1,
            open_turns: 0,
            failed_turns: 0,
            settings: true,
          },
        }),
      },
      problems: ["unknown-conversation"],
      samples: [{ label: "Delete it", path: "/v1/conversations/order-17" }],
    },
  },
};
