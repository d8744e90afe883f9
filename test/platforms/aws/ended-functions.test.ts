import { once } from "node:events";
import { beforeAll, expect, it } from "vitest";
import {
  createFunctionUrl,
  provideLambdaRuntime,
} from "../../../scripts/dev-aws/function-url.ts";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { createUrlHandler } from "../../../src/platforms/aws/url-handler.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { describeWithDynamoDb } from "../dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

const KEY = "key-of-the-shop";
/** Five seconds before its end a function says that it is over. */
const FUNCTION_MS = 6_500;

describeWithDynamoDb(
  "The events of an answer that takes longer than the function that streams it",
  () => {
    beforeAll(provideLambdaRuntime);

    it("break off with a last word, and go on where they were", async () => {
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
      const source = functions.start({
        ...parts,
        bot: { ...parts.bot, agent },
      });
      const server = createFunctionUrl(createUrlHandler(createAwsApp(parts)), {
        timeoutMs: FUNCTION_MS,
      }).listen(0);
      await once(server, "listening");
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const ask = async (
        path: string,
        {
          headers,
          ...init
        }: RequestInit & { headers?: Record<string, string> },
      ): Promise<string> => {
        const response = await fetch(`http://localhost:${port}${path}`, {
          ...init,
          headers: {
            authorization: `Bearer ${KEY}`,
            "content-type": "application/json",
            accept: "text/event-stream",
            ...headers,
          },
        });
        return response.text();
      };

      const first = await ask("/v1/messages", {
        method: "POST",
        body: JSON.stringify({ id: "m1", conversation: "story", text: "Tell" }),
      });
      expect(first).toContain('"text":"从前"');
      expect(first).toMatch(/event: error\ndata: .*stream-broken.*\n\n$/);
      const [, last = ""] = /^id: (.*)$/m.exec(first) ?? [];
      release();
      const headers = { "last-event-id": last };
      const second = await ask("/v1/messages/m1", { headers });
      expect(second).toContain('"offset":2,"text":"有一条龙。"');
      expect(second).toMatch(/event: reply\ndata: .*从前有一条龙。/);
      server.close();
      server.closeAllConnections();
      await source.stop();
    });
  },
);
