import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { receiveCallback } from "../../../src/http/callbacks/callbacks.description.ts";

const CALLBACK_SECRET = `whsec_${btoa("secret of the shop in these tests")}`;
const OWN = {
  type: "message.answered",
  caller: "shop",
  callback_url: "https://shop.example.com/hooks/parley",
  data: { id: "m1", reply: { text: "Hi!" } },
};

type Handler = (
  request: { body: string; headers: Record<string, string> },
  response: { writeHead: (status: number) => { end: () => void } },
) => Promise<void>;

/** The status with which the receiver of the reference answers. */
async function receive(event: object, secret = CALLBACK_SECRET) {
  const samples: readonly { lang: string; source: string }[] =
    receiveCallback["x-codeSamples"];
  const source = samples.find(({ lang }) => lang === "JavaScript")?.source;
  let receiver: Handler | undefined;
  runInNewContext(source?.replaceAll(/^import .+$/gm, "") ?? "", {
    Webhook,
    process: { env: { CALLBACK_SECRET } },
    console: { log() {} },
    text: async ({ body }: { body: string }) => body,
    createServer(handler: Handler) {
      receiver = handler;
      return { listen() {} };
    },
  });
  const id = "evt_1";
  const at = new Date();
  const body = JSON.stringify(event);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  const statuses: number[] = [];
  const writeHead = (status: number) => {
    statuses.push(status);
    return { end() {} };
  };
  await receiver?.({ body, headers }, { writeHead });
  return statuses;
}

it("the receiver in the reference takes a callback that is for it", async () => {
  expect(await receive(OWN)).toEqual([204]);
});

it.each([
  ["another caller's", { ...OWN, caller: "desk" }],
  ["one for another URL", { ...OWN, callback_url: "https://shop.example.com" }],
])("the receiver in the reference refuses %s", async (_, event) => {
  expect(await receive(event)).toEqual([401]);
});

it("the receiver in the reference refuses one that is signed by others", async () => {
  expect(await receive(OWN, `whsec_${btoa("a stranger")}`)).toEqual([401]);
});
