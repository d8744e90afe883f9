import type { Agent } from "../agent/executor.ts";
import type { Recollection } from "../history.ts";
import { isObject, parseJson } from "../json.ts";
import type { ToolContext } from "../ports.ts";
import type { AgentAction, TurnStep } from "../turn.ts";
import { createAnswerText, SHOWS_ALL, type AnswerText } from "./answer-text.ts";
import { createApprovals, type Approvals } from "./ask-approval.ts";
import type { TurnWork } from "./bot.ts";
import { findPromptOrigins } from "./find-origins.ts";
import { createLinkJudge } from "./links/judge-links.ts";
import { createLinkFilter } from "./links/withhold-links.ts";
import { addressesIn, findOwnWords, hostsIn } from "./own-words.ts";

/** Limits for a turn whose prompt contains third-party text. */
export interface Guard extends Pick<Approvals, "question"> {
  /** Its tools ask for approval: see `createApprovals`. */
  readonly agent: Agent;
  /** Whether a tool or a person has named a page. */
  readonly wasShown: ToolContext["wasShown"];
  /**
   * The answer, without addresses that could exfiltrate data: see
   * `createLinkJudge`.
   */
  readonly text: AnswerText;
  /** An answer that is JSON, with its texts filtered as `text` does. */
  showJson(json: string): string;
  /** An action as shown to users while its tool runs. */
  showAction(action: AgentAction): AgentAction;
}

/**
 * Limits the damage of prompt injection, i.e. of instructions in text by third
 * parties: tool results, pages, documents, forwarded messages. Changes nothing
 * if the prompt contains no such text.
 */
export function guardAnswer({
  turn,
  agent,
  input,
  recollection,
  steps,
  bot: { trust },
  memory,
  texts,
}: Pick<TurnWork, "turn" | "bot" | "memory" | "texts"> & {
  agent: Agent;
  /** The turn's message as the model reads it. */
  input: string;
  recollection: Recollection;
  /** The turn's steps; updated as they come. */
  steps: readonly TurnStep[];
}): Guard {
  const { message } = turn;
  const { tools } = agent;
  const { messages: history, summary = "", settings } = recollection;
  const last = history.at(-1);
  const ownWords = () => findOwnWords(message, history);
  const findOrigins = () =>
    findPromptOrigins({ message, steps, tools, recollection });
  /** Whether the prompt contains no third-party text. */
  const isPromptTrusted = (): boolean => {
    const { read, described } = findOrigins();
    return read.length + described.length === 0;
  };
  const approvals = createApprovals({
    turn,
    last: last && { id: last.turn, answer: last.text },
    findOrigins,
    unasked: trust.unaskedTools,
    texts,
  });

  const judge = () => {
    const told = [
      agent.instructions,
      message.instructions ?? settings.instructions ?? "",
    ];
    const answers = history.filter(({ role }) => role === "assistant");
    return createLinkJudge({
      named: [...trust.linkHosts, ...[...told, ...ownWords()].flatMap(hostsIn)],
      shown: answers.flatMap(({ text }) => addressesIn(text)),
      results: steps.map(({ action, observation = "", sources = [] }) => ({
        input: JSON.stringify(action.input),
        text: observation,
        sources,
        isPublic:
          tools.find(({ name }) => name === action.tool)?.isPublic === true,
      })),
      texts: [
        ...told,
        summary,
        ...history.map(({ text }) => text),
        ...(message.preceding ?? []).map(({ text }) => text),
        input,
      ],
    });
  };

  const createFilter = () => {
    // A tool's result used as the answer was written by the tool, which knows
    // no more than its input.
    if (steps.some(({ isAnswer }) => isAnswer) || isPromptTrusted())
      return SHOWS_ALL;
    let known: ReturnType<typeof judge> | undefined;
    return createLinkFilter({
      isWithheld: (address, label) => (known ??= judge())(address, label),
      note: texts.linkLeftOut,
    });
  };
  const showText = (text: string): string => {
    const filter = createFilter();
    return filter.push(text) + filter.end();
  };

  return {
    agent: { ...agent, tools: tools.map(approvals.guardTool) },
    wasShown: async (url) =>
      isAmong(url, ownWords().flatMap(addressesIn)) || memory.wasShown(url),
    text: createAnswerText(createFilter),
    showJson(json) {
      const shown = JSON.stringify(mapAllTexts(parseJson(json), showText));
      return shown === JSON.stringify(parseJson(json)) ? json : shown;
    },
    showAction: (action) => ({
      ...action,
      input: mapTexts(action.input, showText),
    }),
    question: approvals.question,
  };
}

/** Ignores fragments. */
function isAmong(url: string, addresses: readonly string[]): boolean {
  const toPage = (address: string) =>
    URL.parse(address)?.href.replace(/#.*$/s, "");
  const page = toPage(url);
  return page !== undefined && addresses.some((one) => toPage(one) === page);
}

/** Maps the input itself or its text fields. */
function mapTexts(input: unknown, map: (text: string) => string): unknown {
  if (typeof input === "string") return map(input);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === "string" ? map(value) : value,
    ]),
  );
}

/** Maps the texts of JSON, and the names of its fields. */
function mapAllTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapAllTexts(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      map(key),
      mapAllTexts(item, map),
    ]),
  );
}
