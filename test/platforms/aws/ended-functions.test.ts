import { expect, it } from "vitest";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

const KEY = "key-of-the-shop-window-in-these-tests";

describeWithDynamoDb("The event stream of an answer", () => {
  it("ends with an error event at the function's timeout and resumes with Last-Event-ID", async () => {
    const functions = await createLocalFunctions({
      variables: { WEBHOOK_API_KEYS: `shop:${KEY}` },
    });
    const { parts } = functions;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      [
        '{"action": "Final Answer", "action_input": "从前',
        held,
        '有一条龙。"}',
      ],
    ]);
    const agent = createAgent({ model });
    const source = functions.start({ ...parts, bot: { ...parts.bot, agent } });
    const headers = {
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    };

    const time = new AbortController();
    const first = await createAwsApp(parts).request("/v1/messages", {
      method: "POST",
      headers,
      body: JSON.stringify({ id: "m1", conversation: "story", text: "Tell" }),
      signal: time.signal,
    });
    let text = "";
    for await (const piece of first.body?.pipeThrough(
      new TextDecoderStream(),
    ) ?? []) {
      text += piece;
      // As the function's handler does.
      if (text.includes('"text":"从前"')) time.abort();
    }
    expect(text).toMatch(/event: error\ndata: .*stream-broken.*\n\n$/);
    const [, last = ""] = /^id: (.*)$/m.exec(text) ?? [];
    release();
    const second = await createAwsApp(parts).request("/v1/messages/m1", {
      headers: { ...headers, "last-event-id": last },
    });
    const rest = await second.text();
    expect(rest).toContain('"offset":0,"text":"从前有一条龙。"');
    expect(rest).toMatch(/event: reply\ndata: .*从前有一条龙。/);
    await source.stop();
  });
});
