import { breakAddresses } from "../../document/find-addresses.ts";
import type { PauseRequest } from "../../types/errors.ts";
import type { NewPause, PauseState } from "../../types/pause.ts";
import type { ReplyButton } from "../../types/reply.ts";
import type { TurnWork } from "../bot.ts";
import type { Texts } from "../texts/texts.ts";
import { listInput } from "./list-input.ts";
import { answerCommand, createPauseCode, type Tapped } from "./read-taps.ts";

/** The question with which a turn ends. */
interface AskedFirst {
  /** Markdown, without the code: that is in no prompt. */
  readonly said: string;
  /** Markdown: how to answer, where no buttons say so. */
  readonly how: string;
  readonly buttons: readonly (readonly ReplyButton[])[];
  readonly pause: NewPause;
}

type AskingWork = Pick<TurnWork, "bot" | "channel" | "texts">;

/** Writes the question for what a step waits for. */
export function askFirst(
  request: PauseRequest,
  step: number,
  work: AskingWork,
): AskedFirst {
  switch (request.kind) {
    case "approval":
      return askToApprove(request, step, work);
    case "choice":
      return askToChoose(request, step, work);
    case "sign-in":
      return askForSignIn(request, step, work);
  }
}

type Requested<Kind> = Extract<PauseRequest, { kind: Kind }>;

function askToApprove(
  { tool, input, action }: Requested<"approval">,
  step: number,
  { bot: { trust }, channel, texts: { approval } }: AskingWork,
): AskedFirst {
  const code = createPauseCode();
  const { approvers } = trust;
  const isForTeam = approvers === "operators";
  const asked = approval.question(tool, listInput(input));
  // Buttons that vanish are not there days later.
  const isShown = channel.capabilities.buttons === true;
  const rows: AskedFirst["buttons"] = isForTeam
    ? []
    : [
        toRow(approval.run, code, { kind: "approve" }),
        toRow(approval.doNotRun, code, { kind: "refuse" }),
      ];
  return {
    said: isForTeam ? `${asked}\n\n${approval.byTeam}` : asked,
    how: isForTeam || isShown ? "" : approval.how(code),
    ...withButtons(rows, { kind: "approval", code, approvers, step, action }),
  };
}

function askToChoose(
  { question, choices: offered }: Requested<"choice">,
  step: number,
  { channel, texts }: AskingWork,
): AskedFirst {
  const code = createPauseCode();
  // A tap says it in the person's name: so it names no host, which answers could
  // then link to.
  const choices = offered.map(breakAddresses);
  const isShown = channel.capabilities.buttons !== undefined;
  const list = choices.map((choice, index) => `${index + 1}. ${choice}`);
  const rows = choices.map((choice, index) =>
    toRow(choice, code, { kind: "choose", number: index + 1 }),
  );
  return {
    said: isShown ? question : `${question}\n\n${list.join("\n")}`,
    how: isShown ? "" : texts.pause.howToChoose,
    ...withButtons(rows, {
      kind: "choice",
      code,
      approvers: "asker",
      step,
      choices,
    }),
  };
}

/** The link is added where the question is shown: see `inviteToSignIn`. */
function askForSignIn(
  { server }: Requested<"sign-in">,
  step: number,
  { texts: { signIn } }: AskingWork,
): AskedFirst {
  const code = createPauseCode();
  const rows = [toRow(signIn.done, code, { kind: "go-on" })];
  return {
    said: signIn.needed(server),
    how: "",
    ...withButtons(rows, { kind: "sign-in", code, approvers: "asker", step }),
  };
}

/** Offers to go on with an answer that was cut. */
export function offerToGoOn({
  texts,
}: Pick<TurnWork, "texts">): Pick<AskedFirst, "buttons" | "pause"> {
  const code = createPauseCode();
  const rows = [toRow(texts.goOn.label, code, { kind: "go-on" })];
  return withButtons(rows, { kind: "cut", code, approvers: "asker" });
}

function toRow(label: string, code: string, answer: Tapped): [ReplyButton] {
  return [{ label, command: answerCommand(code, answer) }];
}

/** The pause knows its buttons, too: the page and the API show them later. */
function withButtons(
  rows: AskedFirst["buttons"],
  pause: Omit<NewPause, "buttons">,
): Pick<AskedFirst, "buttons" | "pause"> {
  const buttons = rows
    .flat()
    .map(({ label, command }) => ({ label, text: command }));
  return { buttons: rows, pause: { ...pause, buttons } };
}

/** Why an answer to a question has done nothing. */
export function explainPause(state: PauseState, { pause }: Texts): string {
  switch (state.kind) {
    case "answered":
      return pause.wasAnswered[state.answer];
    case "pending":
      return state.isTheirs ? pause.again : pause.notTheirs;
    case "over":
      return pause.isOver;
  }
}
