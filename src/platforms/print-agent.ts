import type {
  AgentObserver,
  ObservedEvent,
} from "../conversation/answer/observe-agent.ts";
import { estimatePromptTokens } from "../text/tokens.ts";
import { ModelError } from "../types/errors.ts";
import type { ModelEvent, Prompt, PromptMessage } from "../types/model.ts";
import type { Step, Turn } from "../types/turn.ts";

/** Lines of a text before it is folded. */
const MAX_LINES = { prompt: 20, input: 8, result: 12 };

/** Characters of a turn's id in front of each line. */
const TAG_LENGTH = 6;

/** Where the lines of a turn go, without secrets. */
interface Printout {
  /** A line of our own; what follows a title is less important. */
  readonly say: (title: string, rest?: string) => void;
  /** A text from elsewhere, folded. */
  readonly quote: (text: string, maxLines: number) => void;
}

/**
 * Prints what the agent does, for a developer at a terminal: per step the
 * prompt, the reply, how it was read, tools, tokens and times. Of a prompt,
 * only the messages that the one before did not have.
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
  const hide = createSecretsFilter(secrets);
  const tidy = (text: string): string => hide(text).replaceAll(CONTROLS, "�");
  const bold = (text: string): string =>
    hasColour && text !== "" ? `\u001B[1m${text}\u001B[22m` : text;
  return ({ id, message }) => {
    const tag = `${tidy(id).slice(-TAG_LENGTH).padEnd(TAG_LENGTH)} │`;
    const write = (line: string): void => print(`${tag} ${line}`.trimEnd());
    const say: Printout["say"] = (title, rest = "") =>
      write(bold(tidy(title)) + tidy(rest));
    const quote: Printout["quote"] = (text, maxLines) =>
      fold(tidy(text), maxLines).forEach((line) => write(`    ${line}`));
    say(`══ turn ${id} on ${message.channel}`);
    return createTurnPrinter({ say, quote });
  };
}

/**
 * Control characters could move the cursor or paint over other lines, and bidi
 * controls reorder them.
 */
const CONTROLS = /[[\p{Cc}\p{Bidi_Control}]--[\n\t]]/gv;

/** The first lines, and how many more there are. */
function fold(text: string, maxLines: number): readonly string[] {
  const lines = text.split("\n");
  const hidden = lines.length - maxLines;
  // The note takes a line, too.
  return hidden <= 1
    ? lines
    : [...lines.slice(0, maxLines), `… ${hidden} more lines`];
}

function createTurnPrinter(out: Printout): AgentObserver {
  const { say, quote } = out;
  let known: readonly PromptMessage[] = [];
  let calls = 0;
  let reply: ModelEvent[] = [];

  return (event: ObservedEvent): void => {
    switch (event.type) {
      case "prompt":
        printPrompt(event.prompt, { number: ++calls, known, out });
        known = event.prompt.messages;
        reply = [];
        return;
      case "written":
        reply.push(event.piece);
        return;
      case "called":
        say("← reply");
        quote(reply.map(textOf).join(""), Infinity);
        if (event.error !== undefined)
          say(`  failed: ${describe(event.error)}`);
        return say("", `  ${describeCall(event.ms, reply.at(-1))}`);
      case "decided":
        return event.steps.forEach((step) => printDecision(step, out));
      case "step": {
        const { action, observation, toolMs = 0 } = event.step;
        say(`✓ ${action.tool}`, `  ${toolMs} ms`);
        return quote(observation, MAX_LINES.result);
      }
      case "delta":
        return;
      case "finish":
        say("★ read as the answer");
        return quote(event.output, MAX_LINES.result);
      case "gave-up":
        return say(`✗ gave up (${event.limit})`);
      case "paused":
        return say(`‖ asks first (${event.request.kind})`);
      case "stopped":
        return say("■ stopped");
    }
  };
}

/** @param known the messages of the prompt before */
function printPrompt(
  prompt: Prompt,
  {
    number,
    known,
    out: { say, quote },
  }: { number: number; known: readonly PromptMessage[]; out: Printout },
): void {
  const { messages, tools = [], replySchema } = prompt;
  const isNew = (message: PromptMessage, index: number): boolean =>
    JSON.stringify(message) !== JSON.stringify(known[index]);
  const first = messages.findIndex(isNew);
  const same = first === -1 ? messages.length : first;
  const facts = [
    `${messages.length} messages`,
    ...(same > 0 ? [`the first ${same} as before`] : []),
    `about ${estimatePromptTokens(prompt)} tokens`,
    ...(tools.length > 0
      ? [`tools: ${tools.map(({ name }) => name).join(", ")}`]
      : []),
    ...(replySchema === undefined ? [] : ["with a reply schema"]),
  ];
  say(`→ prompt ${number}`, `  ${facts.join(", ")}`);
  for (const message of messages.slice(same)) {
    const { role, content } = message;
    const images = role === "user" ? (message.images?.length ?? 0) : 0;
    const calls = role === "assistant" ? (message.toolCalls ?? []) : [];
    say("", `  ${role}${images > 0 ? `  ${images} images` : ""}`);
    quote(content, MAX_LINES.prompt);
    for (const { name, arguments: written } of calls)
      quote(`${name}(${written})`, MAX_LINES.input);
  }
}

function printDecision(
  { action: { tool, input }, observation }: Step,
  { say, quote }: Printout,
): void {
  if (observation === undefined) {
    say(`⚙ read as an action: ${tool}`);
    return quote(
      typeof input === "string" ? input : JSON.stringify(input, null, 2),
      MAX_LINES.input,
    );
  }
  say("⚠ read as no decision; the model is told:");
  quote(observation, MAX_LINES.result);
}

function textOf(piece: ModelEvent): string {
  if (piece.type === "finish") return "";
  if (piece.type === "text") return piece.text;
  const { name, arguments: written } = piece;
  return name === undefined ? written : `\n${name} ${written}`;
}

function describeCall(ms: number, last: ModelEvent | undefined): string {
  if (last?.type !== "finish") return `${ms} ms, left before the end`;
  const { reason, usage } = last;
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

/** Keys that people paste: of known forms, or after a word that says so. */
const PASTED =
  /\b(?:sk-|[rs]k_(?:live|test)_|gh[pousr]_|github_pat_|glpat-|hf_|xox[abeprs]-|AKIA|AIza|whsec_|eyJ)[\w./+=-]{8,}|\b\d{6,12}:[\w-]{30,}|(?<=:\/\/[^\s:/@]{0,64}:)[^\s/@]{4,}(?=@)|(?<=(?:\b(?:bearer|password|passwd|secret|token|api[ _-]?key)|密码|密钥|令牌)["':=：\s]{1,4})[\w./+=-]{12,}|(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----\s{0,2})[\w+/=\s]+/gi;

const HIDDEN = "•••";

/**
 * Replaces the deployment's secrets, and what looks like one, in a text. No
 * guarantee: people may write a password like any other word.
 */
function createSecretsFilter(
  secrets: readonly string[],
): (text: string) => string {
  // A secret may be a part of another one.
  const longestFirst = secrets.toSorted(
    (one, other) => other.length - one.length,
  );
  return (text) =>
    longestFirst
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
      .replaceAll(PASTED, HIDDEN);
}
