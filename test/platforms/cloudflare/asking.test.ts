import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import { createMessage } from "../../fixtures/messages.ts";

/** In the future, so that no alarm fires unless a test runs it. */
const START = Date.UTC(2100, 0, 1);
/** The default of `HANDOVER_WAIT_MINUTES`. */
const WAIT_MS = 1_800_000;

const clock = { at: START };
beforeEach(() => {
  clock.at = START;
  vi.spyOn(Date, "now").mockImplementation(() => clock.at);
});
afterEach(() => vi.restoreAllMocks());

it("a conversation that asks for a person is woken when nobody came, and says so once", () =>
  runInDurableObject(
    env.CONVERSATION.getByName(crypto.randomUUID()),
    async (_, state) => {
      const { storage } = state;
      const open = () => new ConversationObject(state, env);
      /** As Cloudflare does: it clears the alarm, then calls the object. */
      const fire = async () => {
        clock.at = (await storage.getAlarm()) ?? clock.at;
        await storage.deleteAlarm();
        await open().alarm();
      };
      const command = { name: "human", argument: "Help" };
      await open().deliver(
        createMessage({ id: "m", text: "/human Help", command }),
      );
      await fire();
      const request = (await open().ask("readRecord"))?.wanted;
      expect(request).toMatchObject({ reason: "Help", until: START + WAIT_MS });
      // Sooner, in case the process had died.
      await fire();
      expect(await storage.getAlarm()).toBe(START + WAIT_MS);
      await fire();
      const said = async () =>
        (await open().ask("readRecord"))?.messages.filter(
          ({ origin }) => origin?.kind === "unattended",
        );
      expect(await said()).toHaveLength(1);
      expect((await open().ask("readRecord"))?.wanted).toBeUndefined();
      // Cloudflare may call an alarm again that has run.
      await open().alarm();
      expect(await said()).toHaveLength(1);
      expect(await storage.getAlarm()).toBeNull();
    },
  ));
