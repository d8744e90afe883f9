import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ModelError } from "../../src/types/errors.ts";
import type { LanguageModel, ModelEvent } from "../../src/types/model.ts";
import { collectEvents, textOf } from "../models/collect-events.ts";

export interface LanguageModelSetup {
  model: LanguageModel;
  close(): Promise<void>;
}

/**
 * Tests of every `LanguageModel`. `create` returns a model that answers any
 * prompt in at least two text events, `createFailing` one whose calls fail
 * (missing if it runs in-process).
 */
export function describeLanguageModelContract(
  name: string,
  {
    create,
    createFailing,
  }: {
    create: () => Promise<LanguageModelSetup>;
    createFailing?: () => Promise<LanguageModelSetup>;
  },
): void {
  describe(`${name} implements LanguageModel`, () => {
    let setup: LanguageModelSetup;
    beforeEach(async () => {
      setup = await create();
    });
    afterEach(() => setup.close());

    it("has a name", () => {
      expect(setup.model.name).toMatch(/\S/);
    });

    it("emits text events, then one finish event", async () => {
      const events = await collectEvents(setup.model);
      const last = events.pop();
      expect(last?.type).toBe("finish");
      expect(new Set(events.map(({ type }) => type))).toEqual(
        new Set(["text"]),
      );
    });

    it("answers concurrent callers independently", async () => {
      const [one, other] = await Promise.all([
        collectEvents(setup.model),
        collectEvents(setup.model),
      ]);
      // The network decides how the text is chunked.
      expect(textOf(one)).toBe(textOf(other));
      expect(one.at(-1)).toEqual(other.at(-1));
    });

    it("can be abandoned mid-stream and called again", async () => {
      const { signal } = new AbortController();
      for await (const event of setup.model.generate(
        { messages: [{ role: "user", content: "Hello!" }] },
        { signal },
      )) {
        expect(event.type).toBe("text");
        break;
      }
      expect((await collectEvents(setup.model)).at(-1)?.type).toBe("finish");
    });

    it("throws the signal's reason if it is aborted before the call", async () => {
      const reason = new Error("Not wanted any more");
      const signal = AbortSignal.abort(reason);
      await expect(collectEvents(setup.model, { signal })).rejects.toBe(reason);
    });

    it("throws the signal's reason if it is aborted during generation", async () => {
      const reason = new Error("Not wanted any more");
      const stop = new AbortController();
      const seen: ModelEvent[] = [];
      await expect(async () => {
        for await (const event of setup.model.generate(
          { messages: [{ role: "user", content: "Hello!" }] },
          { signal: stop.signal },
        )) {
          seen.push(event);
          stop.abort(reason);
        }
      }).rejects.toBe(reason);
      expect(seen).toHaveLength(1);
    });

    if (createFailing !== undefined) {
      it("throws a ModelError if the call fails", async () => {
        const failing = await createFailing();
        await expect(collectEvents(failing.model)).rejects.toBeInstanceOf(
          ModelError,
        );
        await failing.close();
      });
    }
  });
}
