import { createTelegramPress } from "../../fixtures/telegram-updates.ts";
import type { TelegramUpdate } from "../../stubs/telegram-methods.ts";
import {
  approvalQuestionOf,
  decidedAnswerOf,
  orderQuestionOf,
  TAPPED,
  type Decided,
} from "../approval-script.ts";
import { toHistoryLine } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { updateWith } from "../script.ts";
import { shopVariables } from "../shop.ts";
import { faultsOnTheWay, read, store, write, type Stop } from "../way.ts";
import type { World } from "../world.ts";
import { asking, telling } from "./stops.ts";

/**
 * A tool that cancels an order waits for its approval; the person taps twice at
 * once. Killed on the way to the question or, with the question asked in
 * another process, on the way from the tap to the answer. The order is
 * cancelled exactly once or, if killed between noting the attempt and storing
 * what the tool has said, at most once, and the answer says that.
 */
export const APPROVING: readonly Scene[] = [
  createScene("asking for approval", "approve", {
    isAskedBefore: false,
    way: [
      asking("cancelling model call"),
      store("saveSteps 0 actions", "storing the action", {
        stores: "cancelling model call",
      }),
      store("commitTurn", "ending the turn with the question"),
      telling("question"),
      store("closeTurn", "noting the question as sent and closing the turn", {
        stores: "question",
      }),
    ],
  }),
  createScene("approved", "approve", {
    isAskedBefore: true,
    way: [
      write("openTurn", "storing the tap and claiming the question"),
      read("beginAttempt", "noting the attempt", { moments: ["before"] }),
      // From here on, the call may have begun.
      write("beginAttempt", "noting the attempt", {
        moments: ["while", "after"],
        beside: "cancelling",
      }),
      {
        kind: "requests",
        calls: ["cancelling"],
        stages: ["asked", "done", "half answered"],
      },
      store("saveSteps 0 observation", "storing what the tool has said", {
        stores: "cancelling",
      }),
      ...answering("approved answer"),
    ],
  }),
  createScene("refused", "refuse", {
    isAskedBefore: true,
    way: [
      write("openTurn", "storing the tap and claiming the question"),
      store("beginAttempt", "noting the attempt"),
      ...answering("refused answer"),
    ],
  }),
];

function answering(answer: string): readonly Stop[] {
  return [
    asking("last model call"),
    store("commitTurn", "committing the answer", { stores: "last model call" }),
    telling(answer),
    store("noteSent 0", "noting the answer as sent", { stores: answer }),
    telling("edit: decided question"),
    store("closeTurn", "noting the edit and closing the turn", {
      stores: "edit: decided question",
    }),
  ];
}

function createScene(
  name: string,
  decision: keyof typeof TAPPED,
  { isAskedBefore, way }: { isAskedBefore: boolean; way: readonly Stop[] },
): Scene {
  return {
    name,
    variables: ({ shop }) => shopVariables(shop.origin),
    faults: faultsOnTheWay(way),
    begin(world, { number, asker, faultCase }) {
      const id = number * 10 + 9;
      const text = orderQuestionOf(number);
      const question = updateWith({ id, number, text });
      const taps = [id - 1, id - 2];
      const updates: TelegramUpdate[] = [question];
      const ask = async (): Promise<void> => {
        await world.post(question);
        await asker.waitForSent(["question"]);
      };
      const outcomeOf = (sent: readonly string[]): Decided => {
        if (decision === "refuse") return "refused";
        const isUnsure = faultCase.mayRepeat.has("cancelling");
        return isUnsure && sent.includes("unknown answer")
          ? "unknown"
          : "approved";
      };
      return {
        updates,
        ...(isAskedBefore && { prepare: ask }),
        async run() {
          if (!isAskedBefore) await ask();
          const presses = taps.map((tap) =>
            press(world, { id: tap, number, decision }),
          );
          updates.push(...presses);
          await Promise.all(presses.map((each) => world.post(each)));
        },
        release: () => {},
        expect(sent, history = []) {
          const outcome = outcomeOf(sent);
          // Whichever was stored first.
          const [first = ""] = taps
            .map(String)
            .filter((tap) => history.join("\n").includes(`${tap} user`));
          return {
            sent: ["decided question", `${outcome} answer`, "second answer"],
            history: [
              [id, text, approvalQuestionOf(number)],
              [first, TAPPED[decision], decidedAnswerOf(outcome, number)],
            ].flatMap(([turn, said = "", reply = ""]) => [
              toHistoryLine({
                turn: String(turn),
                role: "user",
                text: String(said),
              }),
              toHistoryLine({
                turn: String(turn),
                role: "assistant",
                text: String(reply),
              }),
            ]),
          };
        },
        async judgeRest() {
          const { cancelled } = world.shop;
          const times = cancelled.filter((each) => each === number).length;
          const wanted = { approved: [1], refused: [0], unknown: [0, 1] };
          const isWanted = wanted[outcomeOf(asker.sent())].includes(times);
          return { isHistoryBroken: !isWanted };
        },
      };
    },
  };
}

/** Of the button below the question. */
function press(
  { telegram }: World,
  {
    id,
    number,
    decision,
  }: { id: number; number: number; decision: keyof typeof TAPPED },
): TelegramUpdate {
  const card = telegram.sent.findLast(
    ({ chat, buttons }) => chat === number && buttons !== undefined,
  );
  const [, data] =
    card?.buttons?.flat().find(([label]) => label === TAPPED[decision]) ?? [];
  if (card === undefined || data === undefined)
    throw new Error("The question has no such button.");
  const query = `press-${id}`;
  telegram.presses.add(query);
  return createTelegramPress({
    id,
    data,
    query,
    from: { id: number, language_code: "en" },
    message: {
      message_id: card.id,
      chat: { id: number, first_name: "Mei", type: "private" },
    },
  });
}
