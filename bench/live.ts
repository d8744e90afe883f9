import { existsSync } from "node:fs";
import { hasPeers } from "./has-peers.ts";
import { checkServer } from "./live/check-server.ts";
import { OWN, PEERS } from "./live/contestant.ts";
import { LiveError } from "./live/live-error.ts";
import { startMeter } from "./live/meter.ts";
import { readOptions, type LiveOptions } from "./live/options.ts";
import { readPrice } from "./live/prices.ts";
import { openResults, type LiveResult } from "./live/results.ts";
import { runTasks } from "./live/run-tasks.ts";
import { startScriptedServer } from "./live/scripted-server.ts";
import { printTables, summarise } from "./live/summarise.ts";
import { readTasks, type LiveTask } from "./live/task.ts";

/**
 * Runs verifiable tasks with a real model through Parley in its four styles
 * and, on the same server, LangChain JS's conversational agent and the AI SDK's
 * tool loop. Reports how many answers are right, how many arrive at all, and
 * their cost. Each contestant has its own prompt and defaults, but the same
 * tools and step limit; requests go through a metering proxy. `--self-test`
 * needs no model: a scripted server plays one that follows formats and one that
 * does not.
 */
try {
  await main(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof LiveError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(options: LiveOptions): Promise<void> {
  const { model, isSelfTest, only } = options;
  const price = readPrice(model, options.prices);
  const tasks = chooseTasks(options);
  if (!isSelfTest) await checkServer(options);
  const contestants = [...OWN, ...(hasPeers() ? PEERS : [])].filter(
    ({ name }) => only.test(name),
  );
  if (contestants.length === 0)
    throw new LiveError(
      `--only fits nobody. There are: ${[...OWN, ...PEERS].map(({ name }) => name).join("; ")}.`,
    );

  const meter = await startMeter(options);
  const run = {
    tasks,
    contestants,
    meter,
    timeoutMs: options.timeoutMs,
    tell: (progress: string) => console.error(progress),
  };
  try {
    if (!isSelfTest) {
      const results = openResults(resultsFile(options));
      const baseUrlFor = () => options.baseUrl;
      await runTasks({ ...run, model, results, baseUrlFor });
      return print(results.results);
    }
    const server = await startScriptedServer(readTasks());
    for (const mood of ["obedient", "clumsy"] as const) {
      const results = openResults(undefined);
      await runTasks({
        ...run,
        model: `scripted, ${mood}`,
        results,
        baseUrlFor: ({ format }) => server.urlFor(format, mood),
      });
      print(results.results);
    }
    server.close();
  } finally {
    meter.close();
  }

  function print(results: readonly LiveResult[]): void {
    const names = new Set(contestants.map(({ name }) => name));
    const ids = new Set(tasks.map(({ id }) => id));
    const figures = summarise(
      results.filter(
        ({ contestant, task }) => names.has(contestant) && ids.has(task),
      ),
      price,
    );
    if (options.asJson)
      return console.log(JSON.stringify({ model, price, figures }, null, 2));
    console.log(`${results[0]?.model ?? model}, ${tasks.length} tasks`);
    printTables(figures);
    if (price) console.log(`Prices as of ${price.asOf}.`);
  }
}

function chooseTasks({ kinds, every }: LiveOptions): LiveTask[] {
  const all = readTasks();
  const tasks = all
    .filter(({ kind }) => kinds?.includes(kind) ?? true)
    .filter((_, index) => index % every === 0);
  if (tasks.length > 0) return tasks;
  const known = new Set(all.map(({ kind }) => kind));
  throw new LiveError(
    `--kinds fits no task. There are: ${[...known].join(", ")}.`,
  );
}

/** Never mixes in or overwrites an earlier run's results by accident. */
function resultsFile({ results, isResumed }: LiveOptions): string {
  if (existsSync(results) && !isResumed)
    throw new LiveError(
      `${results} has results already. --resume goes on with them; --results <file> begins another file.`,
    );
  console.error(`Results go to ${results}`);
  return results;
}
