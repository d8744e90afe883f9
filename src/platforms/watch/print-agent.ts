import type {
  AgentObserver,
  ObservedEvent,
} from "../../conversation/observe-agent.ts";
import { ModelError } from "../../errors.ts";
import type { ModelEvent, Prompt, PromptMessage } from "../../prompt.ts";
import { estimatePromptTokens } from "../../tokens.ts";
import type { Turn, TurnStep } from "../../turn.ts";
import { createSecretsFilter } from "./hide-secrets.ts";
import { createInk, createLineWriter, fold } from "./terminal-text.ts";

/** Lines of a text before it is folded. */
const MAX_LINES = { prompt: 20, input: 8, observation: 12 };

/** Characters of a turn's id in front of each line. */
const TAG_LENGTH = 6;

/**
 * Prints what the agent does, for a developer at a terminal: per step the
 * prompt, the reply as it streams, how it was read, tools, tokens and times. Of
 * a prompt, only the messages that the one before did not have.
 */
export function createAgentPrinter({
  secrets,
  hasColour,
  print,
}: {
  /** Hidden in all texts. */
  secrets: readonly string[];
  hasColour: boolean;
  print: (line: string) => void;
}): (turn: Pick<Turn, "id" | "message">) => AgentObserver {
  const ink = createInk({ hasColour });
  const hide = createSecretsFilter(secrets);

  return ({ id, message }) => {
    const tag = ink.dim(`${id.slice(-TAG_LENGTH).padEnd(TAG_LENGTH)} │`);
    const say = (line: string): void => print(`${tag} ${line}`.trimEnd());
    const sayText = (text: string, maxLines: number): void => {
      for (const line of fold(hide(text), maxLines)) say(`    ${line}`);
    };
    const reply = createLineWriter((line) => say(`    ${ink.cyan(line)}`), {
      hide,
    });
    let known: readonly PromptMessage[] = [];
    let calls = 0;
    let finish: Extract<ModelEvent, { type: "finish" }> | undefined;

    const sayPrompt = (prompt: Prompt): void => {
      const { messages, tools = [], replySchema } = prompt;
      const same = countSame(known, messages);
      known = messages;
      finish = undefined;
      const parts = [
        `${messages.length} messages`,
        ...(same > 0 ? [`the first ${same} as before`] : []),
        `about ${estimatePromptTokens(prompt)} tokens`,
        ...(tools.length > 0
          ? [`tools: ${tools.map(({ name }) => name).join(", ")}`]
          : []),
        ...(replySchema === undefined ? [] : ["with a reply schema"]),
      ];
      say(ink.bold(`→ prompt ${++calls}`) + ink.dim(`  ${parts.join(", ")}`));
      for (const { role, content, ...rest } of messages.slice(same)) {
        const { images = [] } = "images" in rest ? rest : {};
        say(
          `  ${ink.yellow(role)}${images.length > 0 ? ink.dim(`  ${images.length} images`) : ""}`,
        );
        sayText(content, MAX_LINES.prompt);
        if ("toolCalls" in rest)
          for (const call of rest.toolCalls ?? [])
            sayText(`${call.name}(${call.arguments})`, MAX_LINES.input);
      }
      say(ink.bold("← reply"));
    };

    const sayDecision = ({ action, observation }: TurnStep): void => {
      const { tool, input } = action;
      if (observation === undefined) {
        say(ink.bold(ink.green(`⚙ read as an action: ${tool}`)));
        sayText(toText(input), MAX_LINES.input);
      } else {
        say(ink.bold(ink.red("⚠ read as no decision; the model is told:")));
        sayText(observation, MAX_LINES.observation);
      }
    };

    say(ink.bold(`══ turn ${hide(id)} on ${message.channel}`));
    return (event: ObservedEvent): void => {
      switch (event.type) {
        case "prompt":
          return sayPrompt(event.prompt);
        case "written":
          if (event.piece.type === "finish") finish = event.piece;
          else reply.push(textOf(event.piece));
          return;
        case "called":
          reply.end();
          if (event.error !== undefined)
            say(ink.red(`  failed: ${hide(describe(event.error))}`));
          return say(ink.dim(`  ${describeCall(event.ms, finish)}`));
        case "decided":
          return event.steps.forEach(sayDecision);
        case "step": {
          const { action, observation, toolMs = 0 } = event.step;
          say(
            ink.bold(ink.green(`✓ ${action.tool}`)) + ink.dim(`  ${toolMs} ms`),
          );
          return sayText(observation, MAX_LINES.observation);
        }
        case "delta":
          return;
        case "finish":
          say(ink.bold("★ read as the answer"));
          return sayText(event.output, MAX_LINES.observation);
        case "gave-up":
          return say(ink.red(ink.bold(`✗ gave up (${event.limit})`)));
        case "stopped":
          return say(ink.bold("■ stopped"));
      }
    };
  };
}

/** The common beginning of two prompts. */
function countSame(
  before: readonly PromptMessage[],
  now: readonly PromptMessage[],
): number {
  const end = now.findIndex(
    (message, index) =>
      JSON.stringify(message) !== JSON.stringify(before[index]),
  );
  return end === -1 ? now.length : end;
}

function textOf(piece: Exclude<ModelEvent, { type: "finish" }>): string {
  if (piece.type === "text") return piece.text;
  const { name, arguments: written } = piece;
  return name === undefined ? written : `\n${name} ${written}`;
}

function toText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input, null, 2);
}

function describeCall(
  ms: number,
  finish: Extract<ModelEvent, { type: "finish" }> | undefined,
): string {
  if (finish === undefined) return `${ms} ms, left before the end`;
  const { reason, usage } = finish;
  const tokens =
    usage === undefined
      ? "tokens not counted by the provider"
      : `${usage.inputTokens} tokens in (${usage.cachedInputTokens} cached), ${usage.outputTokens} out`;
  return `${ms} ms, ${tokens}, ended by ${reason}`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause =
    error instanceof ModelError && error.cause instanceof Error
      ? `: ${error.cause.message}`
      : "";
  return `${error.name} ${error.message}${cause}`;
}
