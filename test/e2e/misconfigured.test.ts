import { expect, it } from "vitest";
import { eventually, startDev } from "./wrangler-dev.ts";

it("`npm run dev` prints the configuration's mistakes instead of the link", async () => {
  await using stack = new AsyncDisposableStack();
  const wrong = await startDev({ variables: { AGENT_MAX_STEPS: "x" } });
  stack.defer(() => wrong.close());
  await eventually(
    "its advice",
    () => wrong.log().includes("then press Ctrl-C") || undefined,
  );
  expect(wrong.log()).toMatch(/AGENT_MAX_STEPS:? must be a whole number/);
  expect(wrong.log()).not.toContain("?token=");
});
