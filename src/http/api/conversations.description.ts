import {
  answer,
  ConversationPath,
  json,
  NotePath,
  type OperationGroup,
} from "../description/operation.ts";
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
        "200": answer("A page of conversations.", ConversationList),
      },
      problems: ["invalid-query"],
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
            ...json(ConversationExport),
            "application/jsonl": { schema: ExportedLine },
          },
        },
      },
      problems: ["invalid-query", "unknown-conversation"],
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
        "200": answer("The current settings.", ConversationSettingsBody),
      },
      problems: ["unknown-conversation"],
    },

    readMemory: {
      route: "GET /v1/conversations/{id}/memory",
      summary: "Read the memory",
      description:
        "The notes that the bot keeps of messages which it no longer sees, and reads before each answer. The messages themselves stay in the history.",
      requestParams: { path: ConversationPath },
      responses: { "200": answer("The notes.", ConversationMemory) },
      problems: ["unknown-conversation"],
    },

    correctNote: {
      route: "PATCH /v1/conversations/{id}/memory/{note}",
      summary: "Correct a note",
      description:
        "Replaces the text of one note. Takes effect with the next message; the former text is erased. The history is not changed.",
      requestParams: { path: NotePath },
      body: json(NoteBody, {
        version: 3,
        text: "Mei is allergic to peanuts.",
      }),
      responses: { "200": answer("The notes.", ConversationMemory) },
      problems: ["unknown-conversation", "unknown-note", "memory-changed"],
    },

    deleteNote: {
      route: "DELETE /v1/conversations/{id}/memory/{note}",
      summary: "Delete a note",
      description:
        "Erases one note: neither prompts nor exports have it again. The history is not changed.",
      requestParams: { path: NotePath, query: VersionQuery },
      responses: {
        "200": answer("The notes that are left.", ConversationMemory),
      },
      problems: [
        "invalid-query",
        "unknown-conversation",
        "unknown-note",
        "memory-changed",
      ],
    },

    forgetConversation: {
      route: "DELETE /v1/conversations/{id}",
      summary: "Delete a conversation",
      description:
        "Permanently erases texts, steps, replies and settings, including those of waiting and running messages. Only the message ids remain, so that a resent message is not answered again (410).",
      requestParams: { path: ConversationPath },
      responses: {
        "200": answer("The conversation was deleted.", ForgottenConversation),
      },
      problems: ["unknown-conversation"],
    },
  },
};
