import type { Agent } from "../../agent/executor.ts";
import type { Recollection } from "../../types/history.ts";
import type { ToolContext } from "../../types/tool.ts";
import type { Step } from "../../types/turn.ts";
import type { ShownLinks, ShownStep } from "../addresses/shown-links.ts";
import type { TurnWork } from "../bot.ts";
import { createAnswerText, showAll, type AnswerText } from "./answer-text.ts";
import { createApproval } from "./ask-approval.ts";
import { findPromptOrigins } from "./find-origins.ts";
import { addressesIn, findOwnWords, hostsIn } from "./own-words.ts";

/** Limits for a turn whose prompt contains third-party text. */
export interface Guard {
  /** See `createApproval`; throws a `TakenOverError`, too. */
  readonly approve: ReturnType<typeof createApproval>;
  /** Whether a tool or a person has named a page. */
  readonly wasShown: ToolContext["wasShown"];
  /** The answer, with permitted links only: see `createPermit`. */
  readonly text: AnswerText;
  /** Adds what users see of a step, if that is not all. */
  showStep<Step extends ShownStep>(step: Step): Promise<Step>;
  /** An answer that is JSON, with its texts judged like those of steps. */
  showJson(json: string): Promise<string>;
}

/**
 * Limits the damage of prompt injection, i.e. of instructions in text by third
 * parties: tool results, pages, documents, forwarded messages. Changes nothing
 * if the prompt contains no such text.
 */
export function guardAnswer({
  turn,
  agent: { tools, instructions },
  recollection,
  steps,
  bot: { trust },
  memory,
  channel,
  texts,
}: Pick<TurnWork, "turn" | "bot" | "memory" | "channel" | "texts"> & {
  agent: Agent;
  recollection: Recollection;
  /** The turn's steps; updated as they come. */
  steps: readonly Step[];
}): Guard {
  const { message } = turn;
  const { messages: history, settings } = recollection;
  const ownWords = () => findOwnWords(message, history);
  const findOrigins = (made = steps) =>
    findPromptOrigins({ message, steps: made, tools, recollection });
  /** Whether the prompt contains no third-party text. */
  const isPromptTrusted = (): boolean => {
    const { read, described } = findOrigins();
    return read.length + described.length === 0;
  };
  const approve = createApproval({
    steps,
    findOrigins,
    unasked: trust.unaskedTools,
    canAsk: message.answerFormat === undefined && !message.isOnly,
  });

  const told = [
    instructions,
    message.instructions ?? settings.instructions ?? "",
  ];
  /** Pages whose address a tool may be given. */
  const shownPages = new Set<string>();
  let links: Promise<ShownLinks> | undefined;
  /** Imported with the first turn that needs it, like the parser. */
  const loadLinks = (): Promise<ShownLinks> =>
    (links ??= import("../addresses/shown-links.ts").then(
      ({ createShownLinks }) =>
        createShownLinks({
          hosts: () => [
            ...trust.linkHosts,
            ...[...told, ...ownWords()].flatMap(hostsIn),
          ],
          steps,
          shownPages,
          answers: history.flatMap(({ role, text }) =>
            role === "assistant" ? [text] : [],
          ),
          note: texts.linkLeftOut,
          linksCode: channel.capabilities.linksCode,
        }),
    ));

  return {
    async approve(tool, ...given) {
      await approve(tool, ...given);
      // A person who has the conversation is not to find it changed.
      if (tool.effect !== undefined) await memory.confirmUntaken(turn.id);
    },
    async wasShown(url) {
      const isKnown =
        isAmong(url, ownWords().flatMap(addressesIn)) ||
        (await memory.wasShown(url));
      if (isKnown) shownPages.add(url);
      return isKnown;
    },
    text: createAnswerText(async () =>
      isPromptTrusted() ? showAll() : (await loadLinks()).beginAnswer(),
    ),
    showStep: async (step) =>
      isPromptTrusted() ? step : (await loadLinks()).showStep(step),
    showJson: async (json) =>
      isPromptTrusted() ? json : (await loadLinks()).showJson(json),
  };
}

/** Ignores fragments. */
function isAmong(url: string, addresses: readonly string[]): boolean {
  const toPage = (address: string) =>
    URL.parse(address)?.href.replace(/#.*$/s, "");
  const page = toPage(url);
  return page !== undefined && addresses.some((one) => toPage(one) === page);
}
