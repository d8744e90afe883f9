import { describe, expect, it } from "vitest";
import { createQueue } from "../../../../src/page/client/parts/scheduling.ts";

describe("createQueue", () => {
  it("starts a job when the one before it is done", async () => {
    const enqueue = createQueue();
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const done = [
      enqueue(async () => {
        log.push("first begins");
        await first.promise;
        log.push("first ends");
      }),
      enqueue(async () => void log.push("second")),
    ];
    first.resolve();
    await Promise.all(done);
    expect(log).toEqual(["first begins", "first ends", "second"]);
  });

  it("continues after a failed job", async () => {
    const enqueue = createQueue();
    const failed = enqueue(() => Promise.reject(new Error("no")));
    const next = enqueue(async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
