import type { SetUp } from "../../../src/platforms/aws/set-up.ts";
import type { Tool } from "../../../src/types/tool.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import type { FaultyProcess } from "./process.ts";

export const LONG = "A long question";
export const QUICK = "A quick question";
export const NEIGHBOURS = "A neighbour's question";
/** Single words, since the recording channel sends word by word. */
export const LONG_REPLY = ["part-1", "part-2", "part-3"];
export const QUICK_REPLY = "quick-answer";
export const NEIGHBOURS_REPLY = "neighbours-answer";
const OBSERVATION = "It snows.";
/**
 * Long enough that a paused process is not aborted: a failed tool would be
 * called again.
 */
const PATIENCE_MS = 60_000;

/** A model, a tool and a messenger that record the calls of all processes. */
export interface Chat {
  /** Visible parts, in order. */
  readonly sent: readonly string[];
  readonly calls: readonly string[];
  /** Connects a process to them. */
  connect(parts: SetUp, process: FaultyProcess): SetUp;
}

/** @param onBegun awaited at the first request for the long question */
export function createChat(onBegun: () => Promise<void>): Chat {
  const sent: string[] = [];
  const calls: string[] = [];
  const channel = createRecordingChannel();
  const weather = createScriptedTool("weather", () => OBSERVATION);
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => (begun ??= onBegun());
  return {
    sent,
    calls,
    connect(parts, process) {
      const tool: Tool<typeof weather.input> = {
        ...weather,
        run: (...given) =>
          process.ask({ kind: "tool", name: "tool" }, async () => {
            calls.push("tool");
            return weather.run(...given);
          }),
      };
      const agent = createAgent({
        tools: [tool],
        toolTimeoutMs: PATIENCE_MS,
        model: {
          name: "scripted",
          async *generate(prompt, options) {
            const { name, reply } = respond(JSON.stringify(prompt));
            yield* await process.ask({ kind: "model", name }, async () => {
              calls.push(name);
              if (name === "model call 1") await begin();
              const model = createScriptedModel([reply]);
              return Array.fromAsync(model.generate(prompt, options));
            });
          },
        },
      });
      return {
        ...parts,
        // A waiting message is answered by itself, also where the one before it
        // is tried again without a step, which would answer both at once.
        bot: { ...parts.bot, merge: "off", agent },
        channels: {
          ...parts.channels,
          find: async () => ({
            ...channel,
            send: (part, ...given) =>
              process.ask({ kind: "part", name: part.text }, () => {
                sent.push(part.text);
                return channel.send(part, ...given);
              }),
          }),
        },
      };
    },
  };
}

/** Progress follows from the prompt alone. */
function respond(prompt: string): { name: string; reply: string } {
  if (prompt.includes(NEIGHBOURS))
    return {
      name: "neighbour's model call",
      reply: finalAnswer(NEIGHBOURS_REPLY),
    };
  if (prompt.includes(QUICK))
    return { name: "quick model call", reply: finalAnswer(QUICK_REPLY) };
  if (prompt.includes(OBSERVATION))
    return { name: "model call 2", reply: finalAnswer(LONG_REPLY.join(" ")) };
  return { name: "model call 1", reply: action("weather", { text: "Oslo" }) };
}
