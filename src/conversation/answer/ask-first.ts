import { breakAddresses } from "../../document/find-addresses.ts";
import type { PauseRequest } from "../../types/errors.ts";
import type { NewPause, PauseAnswer } from "../../types/pause.ts";
import type { ReplyButton } from "../../types/reply.ts";
import type { TurnWork } from "../bot.ts";
import { listInput } from "./list-input.ts";
import { answerCommand, createCode } from "./read-taps.ts";

/** The question with which a turn ends. */
export interface AskedFirst {
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
  { bot: { trust }, channel, texts }: AskingWork,
): AskedFirst {
  const code = createCode();
  const { buttons: shows } = channel.capabilities;
  const button = (label: string, answer: PauseAnswer): [ReplyButton] => [
    { label, command: answerCommand(code, answer) },
  ];
  switch (request.kind) {
    case "approval": {
      const { tool, input, action } = request;
      const { approval } = texts;
      const { approvers } = trust;
      const asked = approval.question(tool, listInput(input));
      const pause = {
        kind: "approval",
        code,
        approvers,
        step,
        action,
      } as const;
      if (approvers === "operators")
        return {
          said: `${asked}\n\n${approval.byTeam}`,
          how: "",
          buttons: [],
          pause,
        };
      return {
        said: asked,
        // Buttons that vanish are not there days later.
        how: shows === true ? "" : approval.how(code),
        buttons: [
          button(approval.run, { kind: "approve" }),
          button(approval.doNotRun, { kind: "refuse" }),
        ],
        pause,
      };
    }
    case "choice": {
      const { question } = request;
      // A tap says it in the person's name: so it names no host, which answers
      // could then link to.
      const choices = request.choices.map(breakAddresses);
      const list = choices.map((choice, index) => `${index + 1}. ${choice}`);
      return {
        said: shows ? question : `${question}\n\n${list.join("\n")}`,
        how: shows ? "" : texts.pause.howToChoose,
        buttons: choices.map((choice, index) =>
          button(choice, { kind: "choose", number: index + 1 }),
        ),
        pause: { kind: "choice", code, approvers: "asker", step, choices },
      };
    }
  }
}

/** Offers to go on with an answer that was cut. */
export function offerToGoOn({
  texts,
}: Pick<TurnWork, "texts">): Pick<AskedFirst, "buttons" | "pause"> {
  const code = createCode();
  const command = answerCommand(code, { kind: "go-on" });
  return {
    buttons: [[{ label: texts.goOn.label, command }]],
    pause: { kind: "cut", code, approvers: "asker" },
  };
}
