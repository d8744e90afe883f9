import { Hono, type Context, type Env } from "hono";
import * as z from "zod";
import type { Archive } from "../types/archive.ts";
import type { NoteEdit, NoteEditing, Notes } from "../types/history.ts";
import type { Problem } from "../types/problem.ts";
import { readJson } from "./json-body.ts";
import {
  problemResponse,
  UNKNOWN_CONVERSATION,
  wrongFields,
} from "./problems.ts";
import { parseQuery } from "./query.ts";
import type { ConversationMemory } from "./schemas/memory.ts";
import { NoteBody, VersionQuery } from "./schemas/memory.ts";

const NoQuery = z.object({});

/**
 * The memory of a conversation: `GET /` lists its notes, `PATCH /:note` corrects
 * one, `DELETE /:note` deletes it. For the API and the page.
 * @param parameters of each request, besides those here
 */
export function createMemoryRoutes<Variables extends Env>({
  archive,
  conversationOf,
  parameters = [],
}: {
  archive: Pick<Archive, "recallNotes" | "editNote">;
  conversationOf: (context: Context<Variables>) => string;
  parameters?: readonly string[];
}): Hono<Variables> {
  const routes = new Hono<Variables>();

  const edit = async (
    context: Context<Variables>,
    { number, ...edited }: Omit<NoteEdit, "number"> & { number: string },
  ): Promise<Response> => {
    if (!/^\d{1,4}$/.test(number)) return problemResponse(UNKNOWN_NOTE);
    const editing = await archive.editNote(conversationOf(context), {
      ...edited,
      number: Number(number),
    });
    return editing.kind === "edited"
      ? context.json(toBody(editing.notes))
      : problemResponse(refusalOf(editing));
  };

  routes.get("/", async (context) => {
    const query = parseQuery(context.req.raw, NoQuery, parameters);
    if (query.kind === "refused") return problemResponse(query.problem);
    const notes = await archive.recallNotes(conversationOf(context));
    return notes === undefined
      ? problemResponse(UNKNOWN_CONVERSATION)
      : context.json(toBody(notes));
  });

  routes.patch("/:note", async (context) => {
    const query = parseQuery(context.req.raw, NoQuery, parameters);
    if (query.kind === "refused") return problemResponse(query.problem);
    const body = await readJson(context.req.raw, NoteBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const number = context.req.param("note");
    return edit(context, { ...body.value, number });
  });

  routes.delete("/:note", async (context) => {
    const query = parseQuery(context.req.raw, VersionQuery, parameters);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { version } = query.value;
    return edit(context, { version, number: context.req.param("note") });
  });

  return routes;
}

function toBody({ version, notes }: Notes): ConversationMemory {
  return {
    version,
    notes: notes.map((text, index) => ({ number: index + 1, text })),
  };
}

function refusalOf(editing: Exclude<NoteEditing, { kind: "edited" }>): Problem {
  switch (editing.kind) {
    case "unknown":
      return UNKNOWN_NOTE;
    case "outdated":
      return MEMORY_CHANGED;
    case "too-long": {
      const detail = `would give the notes more than ${editing.limit} characters in all`;
      return wrongFields([{ pointer: "/text", detail }]);
    }
  }
}

export const UNKNOWN_NOTE: Problem = {
  status: 404,
  slug: "unknown-note",
  title: "Note not found",
  detail: "The conversation's memory has no note with this number.",
};

export const MEMORY_CHANGED: Problem = {
  status: 409,
  slug: "memory-changed",
  title: "The memory has changed",
  detail:
    "Its notes are no longer those of this version, so the number may mean another one. Nothing was changed: read them again.",
};
