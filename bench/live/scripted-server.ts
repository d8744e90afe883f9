import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { asObject, asText, parseJson } from "../../src/text/json.ts";
import type { ReplyFormat } from "../stub/replies.ts";
import type { LiveTask } from "./task.ts";
import {
  writeScripted,
  type ScriptedMood,
  type ScriptedTurn,
} from "./write-scripted.ts";

export interface ScriptedServer {
  /**
   * Base URL of a model that replies in that format, correctly or with known
   * mistakes.
   */
  urlFor(format: ReplyFormat, mood: ScriptedMood): string;
  close(): void;
}

interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * Starts a server on loopback whose model knows all tasks: it calls the tool of
 * the task's script, then answers.
 */
export async function startScriptedServer(
  tasks: readonly LiveTask[],
): Promise<ScriptedServer> {
  let last: ScriptedTurn | undefined;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, format, mood] = (request.url ?? "").split("/");
      const { messages, stream } = asObject(parseJson(body));
      // LangChain repairs a reply with a separate prompt that lacks the
      // question.
      const turn =
        findTurn(tasks, toMessages(messages)) ??
        (last && { ...last, replies: last.replies + 1 });
      last = turn;
      if (turn === undefined) return response.writeHead(400).end();
      const reply = writeScripted(
        turn,
        format as ReplyFormat,
        mood as ScriptedMood,
      );
      const type = stream ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type });
      return response.end(stream ? toEvents(reply) : toJson(reply));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (format, mood) => `http://127.0.0.1:${port}/${format}/${mood}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toMessages(messages: unknown): Message[] {
  return (Array.isArray(messages) ? messages : [])
    .map(asObject)
    .map(({ role, content }) => ({
      role: asText(role),
      content: typeof content === "string" ? content : JSON.stringify(content),
    }));
}

/** Finds the task of the latest question, and its progress. */
function findTurn(
  tasks: readonly LiveTask[],
  messages: readonly Message[],
): ScriptedTurn | undefined {
  for (let at = messages.length - 1; at >= 0; at--) {
    const { role, content = "" } = messages[at] ?? {};
    const index = tasks.findIndex(({ ask }) => content.includes(ask));
    const task = tasks[index];
    if (role !== "user" || task === undefined) continue;
    const since = messages.slice(at + 1);
    return {
      task,
      index,
      replies: since.filter(({ role: by }) => by === "assistant").length,
      prompt: messages.map((message) => message.content).join("\n"),
      hasResult: since.some(
        (message) =>
          message.role === "tool" || isResult(message.content, message.role),
      ),
    };
  }
  return undefined;
}

/** Parley's and LangChain's prefixes of a tool result. */
function isResult(content: string, role: string): boolean {
  return role === "user" && /^Observation|^TOOL RESPONSE/m.test(content);
}

type Reply = ReturnType<typeof writeScripted>;

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 10,
  prompt_tokens_details: { cached_tokens: 60 },
};

function toMessage({ content, call }: Reply): object {
  return {
    role: "assistant",
    content,
    ...(call && {
      tool_calls: [
        { index: 0, id: "call_1", type: "function", function: call },
      ],
    }),
  };
}

function toJson(reply: Reply): string {
  return JSON.stringify({
    id: "scripted",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [
      {
        index: 0,
        message: toMessage(reply),
        finish_reason: reply.call ? "tool_calls" : "stop",
      },
    ],
    usage: USAGE,
  });
}

function toEvents(reply: Reply): string {
  const finish = reply.call ? "tool_calls" : "stop";
  return [
    { choices: [{ index: 0, delta: toMessage(reply), finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { choices: [], usage: USAGE },
  ]
    .map((data) => `data: ${JSON.stringify(data)}\n\n`)
    .concat("data: [DONE]\n\n")
    .join("");
}
