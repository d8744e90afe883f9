import { addDelta, addStep, emptyAnswer } from "./assemble-answer.ts";
import type { ExchangeView } from "./exchange-view.ts";
import type { TurnUpdate } from "./follow-turn.ts";

/** Shows a turn's updates in its exchange. */
export function createTurnReporter(
  exchange: ExchangeView,
  { tryNow }: { tryNow: () => void },
): (update: TurnUpdate) => void {
  let answer = emptyAnswer;
  return (update) => {
    switch (update.type) {
      case "step":
        answer = addStep(answer, update);
        break;
      case "delta":
        answer = addDelta(answer, update);
        break;
      case "waiting":
        exchange.showRetry({ seconds: update.retrySeconds, tryNow });
        return;
      case "reconnecting":
        exchange.showProgress("reconnecting");
        return;
      case "connected":
        break;
    }
    exchange.showProgress(answer.text === "" ? "thinking" : "answering");
    exchange.showAnswer(answer);
  };
}
