import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { createBridge } from "./bridge.ts";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`Set ${name}.`);
  return value;
}

const bridge = createBridge({
  ownUrl: setting("BRIDGE_URL"),
  pathSecret: setting("BRIDGE_PATH_SECRET"),
  chatwoot: {
    url: setting("CHATWOOT_URL"),
    accountId: setting("CHATWOOT_ACCOUNT_ID"),
    token: setting("CHATWOOT_BOT_TOKEN"),
  },
  parley: {
    url: setting("PARLEY_URL"),
    apiKey: setting("PARLEY_API_KEY"),
    operatorKey: setting("PARLEY_OPERATOR_KEY"),
    callbackSecret: setting("PARLEY_CALLBACK_SECRET"),
    eventsSecret: setting("PARLEY_EVENTS_SECRET"),
  },
});

createServer((request, response) => {
  const respond = async (): Promise<void> => {
    const body = await buffer(request);
    const { method = "GET", url = "/", headers } = request;
    const answer = await bridge.request(url, {
      method,
      headers: Object.entries(headers).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
      ...(method === "POST" && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status).end();
  };
  void respond();
}).listen(Number(process.env["PORT"] ?? 3000));
