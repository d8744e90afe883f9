import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, it, vi } from "vitest";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../../fakes/scripted-model.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalClient } from "../../stubs/dynamodb-local.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const KEY = "key-of-the-shop-window-in-these-tests";

describeWithDynamoDb("A stateless chat completion on AWS", () => {
  let functions: LocalFunctions;
  beforeEach(async () => {
    functions = await createLocalFunctions({
      variables: { WEBHOOK_API_KEYS: `shop:${KEY}` },
    });
  });

  const complete = async (body: object): Promise<Response> =>
    createAwsApp(functions.parts).request("/openai/v1/chat/completions", {
      method: "POST",
      headers: {
        authorization: `Bearer ${KEY}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        model: "parley",
        messages: [
          { role: "system", content: "SECRET instructions" },
          { role: "user", content: "SECRET before" },
          { role: "assistant", content: "SECRET, too" },
          { role: "user", content: "SECRET question" },
        ],
        ...body,
      }),
    });

  const startWith = (replies: readonly ScriptedReply[]) => {
    const { parts } = functions;
    const agent = createAgent({ model: createScriptedModel(replies) });
    return functions.start({ ...parts, bot: { ...parts.bot, agent } });
  };

  const readTable = async (): Promise<string> => {
    const { environment } = functions;
    const client = createLocalClient(environment["DYNAMODB_ENDPOINT"] ?? "");
    const { Items } = await client.send(
      new ScanCommand({ TableName: environment["DYNAMODB_TABLE"] }),
    );
    return JSON.stringify(Items);
  };
  const isErased = async () => !(await readTable()).includes("SECRET");

  it("leaves no text in the table after its answer", async () => {
    const source = startWith([finalAnswer("SECRET answer")]);
    expect(await (await complete({})).json()).toMatchObject({
      choices: [{ message: { content: "SECRET answer" } }],
    });
    await vi.waitUntil(isErased, { timeout: 10_000 });
    await source.stop();
    expect(await isErased()).toBe(true);
  });

  it("leaves no text in the table if the reader disconnects", async () => {
    const source = startWith([
      [
        '{"action": "Final Answer", "action_input": "SECRET once upon a time',
        new Promise(() => {}),
      ],
    ]);
    const { body } = await complete({ stream: true });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; !text.includes("SECRET");)
      text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    await vi.waitUntil(isErased, { timeout: 10_000 });
    await source.stop();
    expect(await isErased()).toBe(true);
  });
});
