import { parseArgs } from "node:util";
import { createApiClient } from "../test/e2e/api-client.ts";
import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";

/**
 * CPU of workerd per turn (a question, the calculator, the answer of the demo model), over HTTP and through a Durable
 * Object with its alarm. All of workerd counts, also what production does outside of the Worker's own CPU time.
 */
const { values } = parseArgs({
  options: { turns: { type: "string", default: "200" } },
});
const turns = Number(values.turns);
const dev = await startWranglerDev();

try {
  const api = createApiClient(dev.url);
  const ask = (text: string, conversation: string) =>
    api.ask({ conversation, text });
  for (let warm = 0; warm < 20; warm++) await ask(`${warm}*3`, "warm-up");

  const rows = [];
  for (const [name, conversationOf] of [
    ["one conversation", () => "same"],
    ["a new conversation each", (turn: number) => `new ${turn}`],
  ] as const) {
    const cpu = dev.cpuMs();
    const startedAt = performance.now();
    for (let turn = 0; turn < turns; turn++)
      await ask(`${turn} * 12.5`, conversationOf(turn));
    rows.push({
      turns: name,
      number: turns,
      "CPU ms per turn": ((dev.cpuMs() - cpu) / turns).toFixed(1),
      "wall ms per turn": ((performance.now() - startedAt) / turns).toFixed(1),
    });
  }
  console.table(rows);
} finally {
  await dev.close();
}
