import { isRight, showsFormatMarkup } from "./check-answer.ts";
import {
  MAX_STEPS,
  type LiveContestant,
  type LiveModule,
  type LiveOutcome,
} from "./contestant.ts";
import { LiveError } from "./live-error.ts";
import type { Meter } from "./meter.ts";
import type { LiveResult, ResultsFile } from "./results.ts";
import { historyOf, type LiveTask } from "./task.ts";
import { createToolbox } from "./tools.ts";

/** After its time limit, an agent may ask once more for its best answer. */
const GRACE_MS = 35_000;

interface Run {
  readonly tasks: readonly LiveTask[];
  readonly contestants: readonly LiveContestant[];
  readonly model: string;
  readonly meter: Meter;
  /** The model server's base URL for a contestant. */
  readonly baseUrlFor: (contestant: LiveContestant) => string;
  readonly timeoutMs: number;
  readonly results: ResultsFile;
  readonly tell: (progress: string) => void;
}

/**
 * Runs all tasks without a result, one after the other, with every contestant.
 * Throws `LiveError` if the server becomes unreachable.
 */
export async function runTasks(run: Run): Promise<void> {
  const { tasks, contestants, model, results, tell } = run;
  const keyOf = (contestant: string, task: string): string =>
    `${contestant}\n${task}`;
  const done = new Set(
    results.results
      .filter((result) => result.model === model)
      .map(({ contestant, task }) => keyOf(contestant, task)),
  );
  const open = contestants.flatMap((contestant) =>
    tasks
      .filter(({ id }) => !done.has(keyOf(contestant.name, id)))
      .map((task) => ({ contestant, task })),
  );
  for (const [index, { contestant, task }] of open.entries()) {
    const result = await runTask(run, contestant, task);
    results.append(result);
    const verdict = result.isRight ? "right" : result.outcome;
    tell(
      `${index + 1}/${open.length} ${contestant.name}: ${task.id}: ${verdict}, ${(result.ms / 1000).toFixed(1)} s`,
    );
  }
}

async function runTask(
  { model, meter, baseUrlFor, timeoutMs }: Run,
  contestant: LiveContestant,
  task: LiveTask,
): Promise<LiveResult> {
  const { answer } = (await import(contestant.module)) as LiveModule;
  const toolbox = createToolbox({ only: task.tools });
  meter.start(baseUrlFor(contestant));
  const startedAt = performance.now();
  const { kind, text, actions } = await answer(
    {
      url: meter.url,
      model,
      ask: task.ask,
      history: historyOf(task),
      tools: toolbox.tools,
      maxSteps: MAX_STEPS,
      timeoutMs,
      signal: AbortSignal.timeout(timeoutMs + GRACE_MS),
    },
    contestant.variant,
  ).catch((error: unknown): LiveOutcome => ({
    kind: "notice",
    text: String(error),
    actions: 0,
  }));
  const ms = performance.now() - startedAt;
  const { failure, ...metered } = meter.read();
  if (failure !== undefined && kind === "notice")
    throw new LiveError(
      `The model's server stopped answering (${failure}). Start it again; --resume goes on after the last result.`,
    );
  const isAnswer = kind === "answer";
  return {
    model,
    contestant: contestant.name,
    task: task.id,
    kind: task.kind,
    outcome: kind,
    text,
    isRight: isAnswer && isRight(text, task.right),
    showsFormatMarkup: isAnswer && showsFormatMarkup(text),
    wrongInputs: Math.max(0, actions - toolbox.goodRuns()),
    ...metered,
    ms: Math.round(ms),
  };
}
