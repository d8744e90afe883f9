import { expect, it } from "vitest";
import { ModelError } from "../../src/types/errors.ts";
import { describeLanguageModelContract } from "../contracts/language-model-contract.ts";
import { collectEvents, textOf } from "../models/collect-events.ts";
import { createScriptedModel } from "./scripted-model.ts";

describeLanguageModelContract("The scripted model", {
  async create() {
    const reply = ["Hello, ", "you too!"];
    return {
      model: createScriptedModel([reply, reply]),
      close: async () => {},
    };
  },
  async createFailing() {
    const error = new ModelError({ kind: "unreachable" });
    return { model: createScriptedModel([error]), close: async () => {} };
  },
});

it("plays its replies in order and records the prompts", async () => {
  const model = createScriptedModel([
    "One",
    ({ messages }) => `Two: ${messages[0]?.content}`,
  ]);
  expect(textOf(await collectEvents(model))).toBe("One");
  expect(() => model.assertUsedUp()).toThrow("1 of 2");
  expect(textOf(await collectEvents(model))).toBe("Two: Hello!");
  expect(model.prompts).toHaveLength(2);
  model.assertUsedUp();
});

it("throws on a call beyond the script", async () => {
  await expect(collectEvents(createScriptedModel([]))).rejects.toThrow(
    "No reply is scripted for call 1.",
  );
});

it("hangs at a promise until it is aborted", async () => {
  const model = createScriptedModel([["One", new Promise(() => {})]]);
  const stop = new AbortController();
  const events = collectEvents(model, { signal: stop.signal });
  stop.abort("enough");
  await expect(events).rejects.toBe("enough");
  expect(model.timesLeft).toBe(0);
});

it("counts only callers that left early", async () => {
  const model = createScriptedModel(["One", "Two"]);
  const { signal } = new AbortController();
  for (const last of ["text", "finish"])
    for await (const { type } of model.generate({ messages: [] }, { signal }))
      if (type === last) break;
  expect(model.timesLeft).toBe(1);
});
