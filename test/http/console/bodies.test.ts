import { describe, expect, it } from "vitest";
import {
  toActionBody,
  toTranscriptBody,
  toTurnDetails,
} from "../../../src/http/console/bodies.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createStep, createTurn } from "../../fixtures/turns.ts";

const at = (second: number) => `1970-01-01T00:00:0${second}.000Z`;
const texts = { showsTexts: true };
const tokens = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3 };
const message = createMessage({
  id: "m1",
  channel: "telegram",
  author: { id: "42" },
  text: "Why?",
  attachments: [{ kind: "photo", name: "a.png" }],
});

it("An operator sees whose words a turn was", () => {
  const origin = { kind: "operator", name: "ann" } as const;
  const turn = createTurn({ message: { ...message, origin } });
  expect(toTurnDetails(turn, texts)).toMatchObject({
    origin: "operator",
    operator: "ann",
  });
});

it("An operator sees all of a turn, with its steps as they may be shown", () => {
  const shown = { thought: "T", input: "I", observation: "O" };
  const step = { ...createStep(), modelMs: 5, toolMs: 6 };
  const turn = createTurn({
    message,
    status: "failed",
    failure: "no-answer",
    attempts: 3,
    acceptedAt: 1_000,
    startedAt: 2_000,
    isStopped: true,
    steps: [step, { ...createStep(), shown }],
  });
  const free = {
    tool: "calculator",
    model_ms: null,
    tool_ms: null,
    ...tokens,
  };
  const written = { thought: "I had better count.", input: "1+1" };
  expect(toTurnDetails(turn, texts)).toEqual({
    message_id: "m1",
    status: "failed",
    channel: "telegram",
    at: at(1),
    started_at: at(2),
    attempts: 3,
    failure: "no-answer",
    is_stopped: true,
    ...tokens,
    model_calls: 1,
    author: "42",
    text: "Why?",
    files: ["a.png"],
    reply: "Hi!",
    steps: [
      { ...free, model_ms: 5, tool_ms: 6, ...written, observation: null },
      { ...free, ...shown },
    ],
  });
});

describe("A transcript", () => {
  const row = { turn: "m1", tokens: 1, at: 1_000, author: "42" };
  const question = { ...row, role: "user", text: "[a.png] Why?" } as const;
  const answer = { ...row, role: "assistant", text: "So." } as const;
  const nothing = { steps: 0, hasSources: false };
  const messages = [
    {
      ...question,
      ...nothing,
      sequence: 1,
      said: { text: "Why?", files: ["a.png"] },
    },
    {
      ...answer,
      ...nothing,
      sequence: 2,
      steps: 2,
      note: " (Stopped.)",
      unsent: "Because",
      isForPerson: true as const,
      asksForPerson: true as const,
      rating: { thumb: "down", reason: "Late." } as const,
    },
    {
      ...answer,
      ...nothing,
      sequence: 3,
      origin: { kind: "operator", name: "ann" } as const,
    },
  ];
  const shared = { message_id: "m1", at: at(1), steps: 0 };
  const newest = [
    {
      ...shared,
      role: "assistant",
      sequence: 2,
      steps: 2,
      thumb: "down",
      reason: "Late.",
      is_for_person: true,
      asks_for_person: true,
      unsent: "Because",
      text: "So. (Stopped.)",
      files: [],
    },
    {
      ...shared,
      role: "assistant",
      origin: "operator",
      operator: "ann",
      sequence: 3,
      text: "So.",
      files: [],
    },
  ];

  it("has a page of messages, who is there and what waits for the team", () => {
    const asked = {
      kind: "approval",
      turn: "m1",
      until: 3_000,
      buttons: [],
    } as const;
    const record = {
      settings: {},
      openTurns: [],
      owner: { name: "ann", since: 1_000, until: 2_000 },
      wanted: { message: "m1", reason: "A refund", since: 1_000 },
      link: {
        home: "web:a",
        members: [{ name: "web:b", channel: "web" as const }],
      },
      messages,
      questions: [
        { ...asked, code: "1" },
        { ...asked, code: "2", isForOperators: true as const },
      ],
    };
    expect(toTranscriptBody(record, { ...texts, limit: 2 })).toEqual({
      person: { name: "ann", since: at(1), until: at(2) },
      home: "web:a",
      linked: ["web:b"],
      wanted: {
        message_id: "m1",
        reason: "A refund",
        since: at(1),
        until: null,
      },
      questions: [{ message_id: "m1", code: "2", expires_at: at(3) }],
      messages: newest,
      previous: 2,
      open: [],
    });
  });

  it("begins with what a user wrote, without its files in the text", () => {
    const record = { settings: {}, openTurns: [], messages };
    const body = toTranscriptBody(record, { ...texts, limit: 3 });
    expect(body.messages[0]).toEqual({
      ...shared,
      role: "user",
      sequence: 1,
      author: "42",
      text: "Why?",
      files: ["a.png"],
    });
    expect(body.previous).toBeNull();
  });
});

it("An entry of the log says who did what, and to what", () => {
  const entry = {
    id: "1",
    at: 1_000,
    operator: "ann",
    action: "add-document",
  } as const;
  expect(toActionBody({ ...entry, document: "a.md" })).toEqual({
    ...entry,
    at: at(1),
    conversation: null,
    message_id: null,
    document: "a.md",
  });
});
