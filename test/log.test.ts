import { afterEach, describe, expect, it, vi } from "vitest";
import { AttachmentError, ModelError } from "../src/errors.ts";
import { describeError, logError, logWarning } from "../src/log.ts";

afterEach(() => void vi.restoreAllMocks());

describe("the log", () => {
  it("writes an event and its details as one line of JSON", () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    logError("turn failed", { turn: 7, note: "two\nlines" });
    logWarning("asked again");
    expect(error.mock.calls).toEqual([
      ['{"event":"turn failed","turn":7,"note":"two\\nlines"}'],
    ]);
    expect(warn.mock.calls).toEqual([['{"event":"asked again"}']]);
  });

  it("logs name and stack of a foreign error, without its message", () => {
    const described = describeError(new TypeError("https://host/?key=secret"));
    expect(described["error"]).toBe("TypeError");
    expect(JSON.stringify(described)).toContain("log.test.ts");
    expect(JSON.stringify(described)).not.toContain("secret");
  });

  it("logs only the type of a thrown value", () => {
    expect(describeError("secret")).toEqual({ error: "string", at: [] });
  });

  it("keeps messages that are written for the log", () => {
    const attachment = new AttachmentError("The file is too large.");
    expect(describeError(attachment)).toEqual({
      error: attachment.message,
    });
    const cause = new Error("model overloaded");
    const error = new ModelError({ kind: "unreachable", status: 503, cause });
    expect(describeError(error)).toEqual({
      error: error.message,
      reason: "model overloaded",
    });
  });
});
