import { afterEach, describe, expect, it, vi } from "vitest";
import { describeError, logError, logWarning } from "../../src/runtime/log.ts";
import { AttachmentError, ModelError } from "../../src/types/errors.ts";

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
  });

  it("logs a model's error by kind, status and code, without the provider's words", () => {
    const cause = new Error("cannot answer: my secret question");
    const code = "overloaded";
    const kind = "unreachable";
    const error = new ModelError({ kind, status: 503, code, cause });
    expect(describeError(error)).toEqual({
      error: expect.stringContaining("unreachable (HTTP 503)"),
      code,
    });
  });

  it("does not take lines of a message for the stack", () => {
    const error = new Error("No:\n    at my secret question");
    error.name = "my secret name";
    const described = JSON.stringify(describeError(error));
    expect(described).toContain("log.test.ts");
    expect(described).not.toContain("secret");
    error.message = "Replaced, so that it is not known where it ends.";
    expect(describeError(error)).toEqual({ error: "Error", at: [] });
  });
});
