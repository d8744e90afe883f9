import { costOf, type Price } from "./prices.ts";
import type { LiveResult } from "./results.ts";

/**
 * One contestant's figures. Shares are fractions of 1; tokens, calls and time
 * are means per task.
 */
interface LiveFigures {
  readonly contestant: string;
  readonly tasks: number;
  readonly right: number;
  /** Share of tasks with an answer instead of a notice or an exception. */
  readonly answered: number;
  /** Share of tasks with such an answer, free of format parts. */
  readonly clean: number;
  /** Sum over all tasks. */
  readonly wrongInputs: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly isEstimated: boolean;
  readonly seconds: number;
  /** US dollars. */
  readonly per1000Tasks: number | undefined;
  /** Share of right answers by kind of task. */
  readonly rightByKind: Readonly<Record<string, number>>;
}

export function summarise(
  results: readonly LiveResult[],
  price: Price | undefined,
): LiveFigures[] {
  const groups = Map.groupBy(results, ({ contestant }) => contestant);
  return [...groups].map(([contestant, group]) => {
    const mean = (of: (result: LiveResult) => number): number =>
      group.reduce((sum, result) => sum + of(result), 0) / group.length;
    const isAnswer = ({ outcome }: LiveResult): boolean => outcome === "answer";
    const kinds = Map.groupBy(group, ({ kind }) => kind);
    return {
      contestant,
      tasks: group.length,
      right: mean(({ isRight }) => Number(isRight)),
      answered: mean((result) => Number(isAnswer(result))),
      clean: mean((result) =>
        Number(isAnswer(result) && !result.showsFormatMarkup),
      ),
      wrongInputs: mean(({ wrongInputs }) => wrongInputs) * group.length,
      calls: mean(({ calls }) => calls),
      promptTokens: mean(({ promptTokens }) => promptTokens),
      cachedTokens: mean(({ cachedTokens }) => cachedTokens),
      outputTokens: mean(({ outputTokens }) => outputTokens),
      isEstimated: group.some(({ isEstimated }) => isEstimated),
      seconds: mean(({ ms }) => ms) / 1000,
      per1000Tasks: price && 1000 * mean((result) => costOf(result, price)),
      rightByKind: Object.fromEntries(
        [...kinds].map(([kind, ofKind]) => [
          kind,
          ofKind.filter(({ isRight }) => isRight).length / ofKind.length,
        ]),
      ),
    };
  });
}

export function printTables(figures: readonly LiveFigures[]): void {
  const table = (row: (figure: LiveFigures) => Record<string, string>): void =>
    console.table(
      Object.fromEntries(
        figures.map((figure) => [figure.contestant, row(figure)]),
      ),
    );
  table((figure) => ({
    tasks: String(figure.tasks),
    right: percent(figure.right),
    answered: percent(figure.answered),
    "without format markup": percent(figure.clean),
    "wrong inputs": figure.wrongInputs.toFixed(0),
    "calls/task": figure.calls.toFixed(1),
    "prompt/task": `${figure.isEstimated ? "~" : ""}${figure.promptTokens.toFixed(0)}`,
    cached: figure.cachedTokens.toFixed(0),
    "output/task": figure.outputTokens.toFixed(0),
    "s/task": figure.seconds.toFixed(1),
    "$/1000": figure.per1000Tasks?.toFixed(2) ?? "?",
  }));
  console.log("Right by kind of task");
  table(({ rightByKind }) =>
    Object.fromEntries(
      Object.entries(rightByKind).map(([kind, share]) => [
        kind,
        percent(share),
      ]),
    ),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
