import {
  APPROVAL_TEXTS,
  PAUSE_TEXTS,
} from "../../src/conversation/texts/approval.ts";
import type { StubReply } from "../stubs/openai-server.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import type { Call } from "./script.ts";

/**
 * Script of the scenes with an approval: asked to cancel an order, the model
 * calls the tool; then it says what became of that.
 */
export function orderQuestionOf(number: number): string {
  return `Cancel order ${number}`;
}

/** `unknown`: whether the tool has run. */
export type Decided = "approved" | "refused" | "unknown";

export function decidedAnswerOf(decided: Decided, number: number): string {
  return `Order ${number} is ${decided}.`;
}

const { run, doNotRun, question } = APPROVAL_TEXTS.en;

/** What the person says by tapping. */
export const TAPPED = { approve: run, refuse: doNotRun } as const;

export function approvalQuestionOf(number: number): string {
  return question("shop__cancel_order", `- \`number\`: \`${number}\``);
}

interface PromptMessage {
  readonly role: string;
  readonly content?: string | null | undefined;
}

function readApproval(messages: readonly PromptMessage[]) {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const text = messages[asked]?.content ?? "";
  const isTap = Object.values(TAPPED).some((tapped) => text.startsWith(tapped));
  if (!isTap && !text.startsWith("Cancel order ")) return undefined;
  const said = messages.map(({ content }) => content ?? "");
  const [, number] = /Cancel order (\d{6})/.exec(said.join("\n")) ?? [];
  const observation = messages
    .slice(asked)
    .find(({ role }) => role === "tool")?.content;
  return { number: Number(number), observation };
}

/** `undefined` if the prompt is of no such scene. */
export function respondToApproval({
  messages,
}: {
  messages: readonly PromptMessage[];
}): StubReply | undefined {
  const prompt = readApproval(messages);
  if (prompt === undefined) return undefined;
  const { number, observation } = prompt;
  return observation === undefined || observation === null
    ? toolCalls([{ name: "shop__cancel_order", arguments: { number } }])
    : decidedAnswerOf(readOutcome(observation), number);
}

function readOutcome(observation: string): Decided {
  if (observation.includes("It is cancelled.")) return "approved";
  return observation.includes("has refused it") ? "refused" : "unknown";
}

export function nameApprovalCall({
  messages,
}: {
  messages: readonly PromptMessage[];
}): Call | undefined {
  const prompt = readApproval(messages);
  if (prompt === undefined) return undefined;
  const { number, observation } = prompt;
  const isFirst = observation === undefined || observation === null;
  return {
    number,
    name: isFirst ? "cancelling model call" : "last model call",
  };
}

/** `undefined` if it is of no such scene. */
export function nameSentForApproval(
  text: string,
  number: number,
): string | undefined {
  if (text.startsWith(withoutMarks(approvalQuestionOf(number)).slice(0, 30)))
    return text.includes("✓") ? "decided question" : "question";
  const { approve, refuse } = PAUSE_TEXTS.en.wasAnswered;
  if ([approve, refuse].includes(text)) return "second answer";
  const decided = (["approved", "refused", "unknown"] as const).find(
    (each) => text === decidedAnswerOf(each, number),
  );
  return decided && `${decided} answer`;
}

function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/[*`]/g, "");
}
