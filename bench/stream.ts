import { parseArgs } from "node:util";
import { AGENT_STYLES } from "../src/agent/styles/agent-styles.ts";
import { hasPeers } from "./has-peers.ts";
import { streamParley } from "./stream/parley-stream.ts";
import type { StreamAnswer } from "./stream/stream-answer.ts";
import { createAnswer } from "./stub/answer.ts";
import { REPLY_FORMATS, type ReplyFormat } from "./stub/replies.ts";
import { startStub } from "./stub/start-stub.ts";
import { monotonicMs } from "./stub/stub-options.ts";

/**
 * Measures how soon a streamed answer appears: 200 tokens, one every 20 ms from
 * a model stub in its own process, without a tool call. The result is the time
 * from when the stub has sent the first token of the answer's text (after the
 * format's JSON or labels) until the agent emits the first text. Prints the
 * median of the runs in milliseconds; the times of sending and of the first
 * text count from the question.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    "token-ms": { type: "string", default: "20" },
  },
});
const runs = Number(values.runs);
const TOKENS = 200;
const QUESTION = "What is a good plan for a small theatre?";

interface Row {
  readonly name: string;
  readonly format: ReplyFormat;
  readonly stream: StreamAnswer;
}

/** Milliseconds since the question. */
interface Run {
  readonly firstSent: number;
  readonly firstText: number;
  readonly lastSent: number;
}

const stub = await startStub({
  answer: createAnswer(TOKENS),
  chunks: "tokens",
  delayMs: Number(values["token-ms"]),
});
try {
  const rows = [...parleyRows(), ...(await peerRows())];
  const table: Record<string, object> = {};
  for (const row of rows) table[row.name] = summarise(await repeat(row));
  console.table(table);
} finally {
  stub.close();
}

function parleyRows(): Row[] {
  return REPLY_FORMATS.filter((format) => format in AGENT_STYLES).map(
    (format) => ({
      name: `Parley ${format}`,
      format,
      stream: streamParley(format),
    }),
  );
}

async function peerRows(): Promise<Row[]> {
  if (!hasPeers()) return [];
  const load = async (file: string): Promise<StreamAnswer> => {
    const peer = (await import(import.meta.resolve(`./peers/${file}`))) as {
      streamAnswer: StreamAnswer;
    };
    return peer.streamAnswer;
  };
  return [
    {
      name: "LangChain AgentExecutor, conversational",
      format: "fenced-json",
      stream: await load("langchain-stream.ts"),
    },
    {
      name: "AI SDK ToolLoopAgent",
      format: "tool-calling",
      stream: await load("ai-sdk-stream.ts"),
    },
  ];
}

async function repeat({ format, stream }: Row): Promise<Run[]> {
  const measured: Run[] = [];
  for (let run = 0; run < runs; run++) {
    const sent = stub.nextAnswer();
    const askedAt = monotonicMs();
    let firstTextAt: number | undefined;
    for await (const text of stream({
      url: stub.urlFor(format),
      question: QUESTION,
    }))
      if (text !== "") firstTextAt ??= monotonicMs();
    const { firstAt, lastAt } = await sent;
    measured.push({
      firstSent: firstAt - askedAt,
      firstText: (firstTextAt ?? NaN) - askedAt,
      lastSent: lastAt - askedAt,
    });
  }
  return measured;
}

function summarise(measured: readonly Run[]): object {
  const middle = (time: (run: Run) => number): number =>
    Math.round(
      measured.map(time).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? NaN,
    );
  return {
    "first answer token sent": middle(({ firstSent }) => firstSent),
    "first text": middle(({ firstText }) => firstText),
    "text after token": middle(
      ({ firstText, firstSent }) => firstText - firstSent,
    ),
    "last token sent": middle(({ lastSent }) => lastSent),
  };
}
