import { toHistoryLine } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { reminderOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, store } from "../way.ts";
import { telling } from "./stops.ts";

/** Until the reminder is due, longer than it takes to store it. */
const AHEAD_MS = 4_000;

/**
 * A reminder comes due, and nothing but the time opens its turn: one, whenever
 * the process dies.
 */
export const REMINDED: Scene = {
  name: "reminded",
  faults: faultsOnTheWay([
    store("openDue", "opening the reminder's turn"),
    store("commitTurn of a reminder", "committing the reminder"),
    telling("reminder answer"),
    store("closeTurn of a reminder", "noting it as sent and closing the turn", {
      stores: "reminder answer",
    }),
  ]),
  begin(world, { number }) {
    const id = number * 10 + 9;
    const reminder = reminderOf(number);
    const due = new Date(Date.now() + AHEAD_MS).toISOString();
    const text = `/reminders add ${due} ${reminder}`;
    const asking = updateWith({ id, number, text });
    return {
      updates: [asking],
      run: () => world.post(asking),
      release: () => {},
      expect: (_, history = []) => ({
        sent: ["made answer", "reminder answer"],
        history: [
          toHistoryLine({
            turn: turnOfReminder(history),
            role: "assistant",
            text: `⏰ ${reminder}`,
          }),
        ],
      }),
    };
  },
};

/** It is made of ids that nobody else knows. */
function turnOfReminder(history: readonly string[]): string {
  const [turn = ""] = /^schedule:\S+/m.exec(history.join("\n")) ?? [];
  return turn;
}
