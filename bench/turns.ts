import { parseArgs } from "node:util";
import { createApiClient } from "../test/e2e/api-client.ts";
import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";
import { action, finalAnswer } from "../test/fakes/create-agent.ts";
import { startOpenAIServer } from "../test/stubs/openai-server.ts";

/**
 * Measures workerd's CPU per turn, over HTTP and through a Durable Object with
 * its alarm. Includes what production does not count as the Worker's CPU time
 * (HTTP, SQLite, wrangler's proxy).
 */
const { values } = parseArgs({
  options: { turns: { type: "string", default: "200" } },
});
const turns = Number(values.turns);

const rows: Record<string, string | number>[] = [];

async function measure(
  name: string,
  ask: (turn: number) => Promise<unknown>,
  dev: { cpuMs(): number },
): Promise<void> {
  for (let warm = 0; warm < 20; warm++) await ask(-1 - warm);
  const cpu = dev.cpuMs();
  const startedAt = performance.now();
  for (let turn = 0; turn < turns; turn++) await ask(turn);
  rows.push({
    turns: name,
    number: turns,
    "CPU ms per turn": ((dev.cpuMs() - cpu) / turns).toFixed(1),
    "wall ms per turn": ((performance.now() - startedAt) / turns).toFixed(1),
  });
}

const demo = await startWranglerDev();
try {
  const api = createApiClient(demo.url);
  const ask = (conversation: string) => (turn: number) =>
    api.ask({ conversation, text: `${turn} * 12.5` });
  await measure("demo model, one conversation", ask("same"), demo);
  await measure(
    "demo model, a new conversation each",
    (turn) => ask(`new ${turn}`)(turn),
    demo,
  );
} finally {
  await demo.close();
}

const model = await startOpenAIServer();
const dev = await startWranglerDev({
  variables: { OPENAI_API_KEY: "sk-bench", OPENAI_BASE_URL: model.url },
});
try {
  const api = createApiClient(dev.url);
  const answer = finalAnswer("word ".repeat(400));
  for (const [name, chunks] of [
    ["model by HTTP, one tool, answer in 1 chunk", [answer]],
    [
      "model by HTTP, one tool, answer in 400 chunks",
      answer.match(/.{1,5}/gs) ?? [],
    ],
  ] as const) {
    const ask = (turn: number) => {
      model.reply(action("calculator", `${turn} * 12.5`));
      model.reply({ chunks });
      return api.ask({
        conversation: `${name} ${turn}`,
        text: "How much is it?",
      });
    };
    await measure(name, ask, dev);
  }
} finally {
  await dev.close();
  await model.close();
}
console.table(rows);
