import { expect, it } from "vitest";
import { acceptMessage } from "../../../src/conversation/accept/accept-message.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { EVERYBODY } from "../../fixtures/access.ts";
import { createMessage } from "../../fixtures/messages.ts";

it("schedules a turn again when its message is delivered again", async () => {
  const scheduled: string[] = [];
  let isDown = true;
  const deliver = () =>
    acceptMessage(createMessage({ id: "a" }), {
      memory,
      access: EVERYBODY,
      scheduler: {
        async scheduleRun(turn) {
          if (isDown) throw new Error("The queue is away.");
          scheduled.push(turn);
        },
        interrupt: async () => {},
      },
      onFull: async () => {},
    });
  const memory = createMemory({ store: createMemoryStore() });
  await expect(deliver()).rejects.toThrow("away");
  isDown = false;
  expect((await deliver()).kind).toBe("duplicate");
  expect(scheduled).toEqual(["a"]);
});
