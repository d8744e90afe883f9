import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectMailbox } from "../../../src/platforms/cloudflare/conversation-client.ts";
import {
  JANES_CONVERSATION,
  JANES_MESSAGE,
  JANES_REQUEST,
  tracesOfJane,
} from "../../fixtures/jane.ts";
import { recordAttack } from "../../security/record-attack.ts";

const HEADERS = {
  authorization: "Bearer key-of-the-shop-window-in-these-tests",
  "content-type": "application/json",
};

const call = (method: string, path: string, body?: object) =>
  exports.default.fetch(
    new Request(`https://parley.example/v1${path}`, {
      method,
      headers: { ...HEADERS, prefer: "respond-async" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

/** Every table and key-value entry of every object, as JSON. */
async function readEverything(): Promise<string> {
  const found = await Promise.all([
    readObjects(env.CALLBACK),
    readObjects(env.CONVERSATION),
    readObjects(env.COUNTERS),
    readObjects(env.DOCUMENT),
    readObjects(env.MESSAGE_INDEX),
  ]);
  return JSON.stringify(found);
}

async function readObjects<Class extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<Class>,
): Promise<unknown> {
  const ids = await listDurableObjectIds(namespace);
  return Promise.all(
    ids.map((id) =>
      runInDurableObject(namespace.get(id), async (_, { storage }) => {
        const tables = storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
          )
          .toArray();
        return [
          ...(await storage.list()),
          ...tables.map(({ name }) =>
            storage.sql.exec(`SELECT * FROM "${name}"`).toArray(),
          ),
        ];
      }),
    ),
  );
}

it("no object holds a trace of a person whose conversations were deleted", async ({
  task,
}) => {
  const mailbox = createDurableObjectMailbox(env.CONVERSATION);
  expect((await call("POST", "/messages", JANES_REQUEST)).status).toBe(202);
  await mailbox.deliver(JANES_MESSAGE);
  const turn = { id: JANES_REQUEST.id, conversation: JANES_CONVERSATION };
  await expect
    .poll(() => mailbox.findTurn(turn))
    .toMatchObject({ status: "delivered" });
  const path = `/conversations/${JANES_REQUEST.conversation}`;
  await call("PATCH", path, { metadata: { name: "Jane Doe" } });
  expect(tracesOfJane(await readEverything())).toHaveLength(8);

  expect((await call("DELETE", path)).status).toBe(200);
  await mailbox.forget(JANES_MESSAGE.conversation);
  await expect
    .poll(async () => tracesOfJane(await readEverything()))
    .toEqual([]);
  recordAttack(task, "tracesOnWorkers", {
    got: tracesOfJane(await readEverything()).length,
    allowed: 0,
  });
  // A redelivered message is not answered again.
  expect((await call("POST", "/messages", JANES_REQUEST)).status).toBe(410);
});
