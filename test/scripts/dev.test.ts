import { execFile } from "node:child_process";
import { expect, it } from "vitest";

it.each([["9000"], ["TOOLS:library"]])(
  "refuses %s, of an option that npm kept to itself, and shows how to pass it",
  async (...given) => {
    const outcome = await new Promise((resolve) =>
      execFile(
        process.execPath,
        ["scripts/dev.ts", ...given],
        (error, stdout) => resolve({ code: error?.code, stdout }),
      ),
    );
    expect(outcome).toEqual({
      code: 1,
      stdout: expect.stringContaining("npm run dev -- --port 9000"),
    });
  },
);
