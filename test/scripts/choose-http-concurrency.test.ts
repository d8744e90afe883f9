import { expect, it } from "vitest";
import { chooseHttpConcurrency } from "../../scripts/aws/choose-http-concurrency.ts";

it.each([
  ["a new account", 10, "auto", undefined],
  ["an account that is just too small", 239, "auto", undefined],
  ["an account that is just large enough", 240, "auto", 100],
  ["an account whose limit is not told", undefined, "auto", undefined],
  ["one's own word for it", undefined, 20, 20],
  ["less than usual in a small account", 160, 20, 20],
  ["more than a small account has", 159, 20, undefined],
  ["one's own wish", 1_000, "none", undefined],
] as const)(
  "what streams may have is reserved: %s",
  async (_, limit, httpConcurrency, reserved) => {
    const lines: string[] = [];
    const chosen = await chooseHttpConcurrency(
      { httpConcurrency },
      { readLimit: async () => limit, print: (line) => lines.push(line) },
    );
    expect(chosen).toBe(reserved);
    const isWarned = reserved === undefined && httpConcurrency !== "none";
    expect(lines.join().includes("othing is reserved")).toBe(isWarned);
  },
);
