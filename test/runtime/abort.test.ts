import { describe, expect, it } from "vitest";
import { createEitherSignal } from "../../src/runtime/abort.ts";

describe("createEitherSignal", () => {
  it.each([0, 1])(
    "aborts with signal %i of two, for the same reason",
    (index) => {
      const controllers = [new AbortController(), new AbortController()];
      const { signal } = createEitherSignal(
        controllers.map((one) => one.signal),
      );
      expect(signal.aborted).toBe(false);
      controllers[index]?.abort(new Error("Enough."));
      expect(signal.reason).toEqual(new Error("Enough."));
    },
  );

  it("is aborted at once if one of the signals was", () => {
    const { signal } = createEitherSignal([AbortSignal.abort("Earlier.")]);
    expect(signal.reason).toBe("Earlier.");
  });

  it("aborts on `abort`, and keeps the first reason", () => {
    const controller = new AbortController();
    const either = createEitherSignal([controller.signal]);
    either.abort("Done.");
    controller.abort("Late.");
    expect(either.signal.reason).toBe("Done.");
  });

  it("no longer follows the signals once disposed of", () => {
    const controller = new AbortController();
    const either = createEitherSignal([controller.signal]);
    either[Symbol.dispose]();
    controller.abort();
    expect(either.signal.aborted).toBe(false);
  });
});
