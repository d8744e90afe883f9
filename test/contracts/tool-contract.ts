import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Tool } from "../../src/types/tool.ts";
import { observe, runAlone } from "../tools/observe.ts";

export interface ToolSetup<Schema extends z.ZodObject> {
  tool: Tool<Schema>;
  close(): Promise<void>;
}

/** Tests of every `Tool`. `samples`: inputs for which it returns a result. */
export function describeToolContract<Schema extends z.ZodObject>(
  name: string,
  create: () => Promise<ToolSetup<Schema>>,
  { samples }: { samples: readonly z.infer<Schema>[] },
): void {
  describe(`${name} implements Tool`, () => {
    let setup: ToolSetup<Schema>;
    beforeEach(async () => {
      setup = await create();
    });
    afterEach(() => setup.close());

    it("has a name that every provider accepts", () => {
      expect(setup.tool.name).toMatch(/^[a-z0-9_]{1,64}$/);
    });

    it("has a one-line description", () => {
      expect(setup.tool.description).toMatch(/^\S.{20,1000}\S$/);
    });

    it("describes every input field", () => {
      const { properties } = z.toJSONSchema(setup.tool.input);
      const fields = Object.values(properties ?? {});
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields)
        expect(field).toMatchObject({
          description: expect.stringMatching(/\S/),
        });
    });

    it("rejects an input without required fields", () => {
      const { required = [] } = z.toJSONSchema(setup.tool.input, {
        io: "input",
      });
      expect(setup.tool.input.safeParse({}).success).toBe(
        required.length === 0,
      );
    });

    it("accepts plain text for its only field", () => {
      const fields = Object.keys(setup.tool.input.shape);
      if (fields.length > 1) return;
      const [field = ""] = fields;
      for (const sample of samples)
        expect(
          setup.tool.input.safeParse({
            [field]: String(Object.values(sample)[0]),
          }),
        ).toMatchObject({ success: true });
    });

    it.each(samples)(
      "returns a short, well-formed observation for %j",
      async (sample) => {
        const observation = await observe(setup.tool, sample);
        expect(observation).toMatch(/\S/);
        expect(observation.length).toBeLessThanOrEqual(4_000);
        expect(observation.isWellFormed()).toBe(true);
        expect(observation).not.toMatch(/^Error/);
      },
    );

    it.each(samples)(
      "returns the same result to concurrent callers for %j",
      async (sample) => {
        const [one, other] = await Promise.all([
          runAlone(setup.tool, sample),
          runAlone(setup.tool, sample),
        ]);
        expect(one).toEqual(other);
      },
    );

    it.each(samples)(
      "returns only titled web pages as sources for %j",
      async (sample) => {
        const { sources = [] } = await runAlone(setup.tool, sample);
        expect(sources.length).toBeLessThanOrEqual(20);
        for (const { title, url } of sources) {
          expect(title).toMatch(/\S/);
          expect(new URL(url).protocol).toMatch(/^https?:$/);
        }
      },
    );

    it("throws the signal's reason if it is aborted before the run", async () => {
      const reason = new Error("Not wanted any more");
      const signal = AbortSignal.abort(reason);
      for (const sample of samples)
        await expect(observe(setup.tool, sample, { signal })).rejects.toBe(
          reason,
        );
    });
  });
}
