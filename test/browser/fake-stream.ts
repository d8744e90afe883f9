import type { ServerResponse } from "node:http";
import type { ShownQuestion } from "../../src/types/page.ts";

export interface FakeStep {
  readonly thought: string;
  readonly tool: string;
  readonly input: unknown;
  readonly observation: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly model_ms?: number;
  readonly tool_ms?: number;
}

export interface FakeSource {
  readonly title: string;
  readonly url: string;
}

export interface FakeReply {
  readonly text: string;
  readonly sources?: readonly FakeSource[];
  readonly steps?: readonly FakeStep[];
  readonly status?: string;
  /** What the turn asks. */
  readonly question?: ShownQuestion;
}

/** A turn's scripted event stream. */
export interface FakeStream {
  readonly turn: string;
  heartbeat(): void;
  step(index: number, step: FakeStep): void;
  delta(offset: number, text: string): void;
  waiting(retrySeconds: number): void;
  /** The last event. */
  reply(reply: FakeReply): void;
  /** The last event. */
  error(problem: { type?: string; title: string; detail: string }): void;
  /** Breaks the connection. */
  cut(): void;
}

/** Starts the response to a follower of the turn. */
export function openFakeStream(
  turn: string,
  response: ServerResponse,
): FakeStream {
  function send(event: string, data: unknown): void {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  });
  response.flushHeaders();
  return {
    turn,
    heartbeat: () => void response.write(":\n\n"),
    step: (index, step) => send("step", { index, ...withUsage(step) }),
    delta: (offset, text) => send("delta", { offset, text }),
    waiting: (retrySeconds) => send("waiting", { retry_seconds: retrySeconds }),
    reply(reply) {
      send("reply", toReplyBody(turn, reply));
      response.end();
    },
    error(problem) {
      const type = "https://parley.chat/problems/internal-error";
      send("error", { type, status: 502, ...problem });
      response.end();
    },
    cut: () => void response.destroy(),
  };
}

function withUsage(step: FakeStep): FakeStep {
  const usage = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
  return { usage, ...step };
}

/** A turn as the API returns it, in events and as JSON. */
export function toReplyBody(
  turn: string,
  { text, steps = [], sources = [], status = "delivered", question }: FakeReply,
): unknown {
  return {
    id: turn,
    conversation: "web:test",
    status,
    reply: { text },
    steps: steps.map(withUsage),
    sources,
    ...(question && { question }),
    usage: {
      input_tokens: 1,
      cached_input_tokens: 0,
      output_tokens: 1,
      model_calls: 1,
    },
  };
}
