import type {
  AgentObserver,
  ObservedEvent,
} from "../../conversation/answer/observe-agent.ts";
import { estimatePromptTokens } from "../../text/tokens.ts";
import { ModelError } from "../../types/errors.ts";
import type { ModelEvent, Prompt, PromptMessage } from "../../types/model.ts";
import type { Step, Turn } from "../../types/turn.ts";
import { createSecretsFilter } from "./hide-secrets.ts";
import {
  createInk,
  createLineWriter,
  fold,
  type Ink,
} from "./terminal-text.ts";

/** Lines of a text before it is folded. */
const MAX_LINES = { prompt: 20, input: 8, result: 12 };

/** Characters of a turn's id in front of each line. */
const TAG_LENGTH = 6;

type Finish = Extract<ModelEvent, { type: "finish" }>;

/** Where the lines of a turn go. */
interface Printout {
  readonly ink: Ink;
  readonly hide: (text: string) => string;
  /** A line of our own. */
  readonly say: (line: string) => void;
  /** A text from elsewhere, folded. */
  readonly quote: (text: string, maxLines: number) => void;
}

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
    const quote = (text: string, maxLines: number): void =>
      fold(hide(text), maxLines).forEach((line) => say(`    ${line}`));
    say(ink.bold(`══ turn ${hide(id)} on ${message.channel}`));
    return createTurnPrinter({ ink, hide, say, quote });
  };
}

function createTurnPrinter(out: Printout): AgentObserver {
  const { ink, hide, say, quote } = out;
  const reply = createLineWriter((line) => say(`    ${ink.cyan(line)}`), {
    hide,
  });
  let known: readonly PromptMessage[] = [];
  let calls = 0;
  let finish: Finish | undefined;

  return (event: ObservedEvent): void => {
    switch (event.type) {
      case "prompt": {
        const { messages } = event.prompt;
        const same = countSame(known, messages);
        printPrompt(event.prompt, { number: ++calls, same, out });
        known = messages;
        finish = undefined;
        return say(ink.bold("← reply"));
      }
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
        return event.steps.forEach((step) => printDecision(step, out));
      case "step": {
        const { action, observation, toolMs = 0 } = event.step;
        say(
          ink.bold(ink.green(`✓ ${nameOf(action.tool)}`)) +
            ink.dim(`  ${toolMs} ms`),
        );
        return quote(observation, MAX_LINES.result);
      }
      case "delta":
        return;
      case "finish":
        say(ink.bold("★ read as the answer"));
        return quote(event.output, MAX_LINES.result);
      case "gave-up":
        return say(ink.bold(ink.red(`✗ gave up (${event.limit})`)));
      case "paused":
        return say(ink.bold(`‖ asks first (${event.request.kind})`));
      case "stopped":
        return say(ink.bold("■ stopped"));
    }
  };
}

/** @param same how many messages the prompt before had, too */
function printPrompt(
  prompt: Prompt,
  { number, same, out }: { number: number; same: number; out: Printout },
): void {
  const { ink, say, quote } = out;
  const { messages, tools = [], replySchema } = prompt;
  const facts = [
    `${messages.length} messages`,
    ...(same > 0 ? [`the first ${same} as before`] : []),
    `about ${estimatePromptTokens(prompt)} tokens`,
    ...(tools.length > 0
      ? [`tools: ${tools.map(({ name }) => name).join(", ")}`]
      : []),
    ...(replySchema === undefined ? [] : ["with a reply schema"]),
  ];
  say(ink.bold(`→ prompt ${number}`) + ink.dim(`  ${facts.join(", ")}`));
  for (const message of messages.slice(same)) {
    const { role, content } = message;
    const images = role === "user" ? (message.images?.length ?? 0) : 0;
    const calls = role === "assistant" ? (message.toolCalls ?? []) : [];
    const note = images > 0 ? ink.dim(`  ${images} images`) : "";
    say(`  ${ink.yellow(role)}${note}`);
    quote(content, MAX_LINES.prompt);
    for (const { name, arguments: written } of calls)
      quote(`${name}(${written})`, MAX_LINES.input);
  }
}

function printDecision(
  { action: { tool, input }, observation }: Step,
  { ink, say, quote }: Printout,
): void {
  if (observation === undefined) {
    say(ink.bold(ink.green(`⚙ read as an action: ${nameOf(tool)}`)));
    return quote(toText(input), MAX_LINES.input);
  }
  say(ink.bold(ink.red("⚠ read as no decision; the model is told:")));
  quote(observation, MAX_LINES.result);
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

function textOf(piece: Exclude<ModelEvent, Finish>): string {
  if (piece.type === "text") return piece.text;
  const { name, arguments: written } = piece;
  return name === undefined ? written : `\n${name} ${written}`;
}

/** The model chose it. */
function nameOf(tool: string): string {
  return fold(tool, 1)[0] ?? "";
}

function toText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input, null, 2);
}

function describeCall(ms: number, finish: Finish | undefined): string {
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
