import { execFile } from "node:child_process";
import { expect, it } from "vitest";

it.each([
  [["9000"], {}],
  [["TOOLS:library"], {}],
  [[], { npm_config_port: "9000" }],
])(
  "shows how to pass an option that npm kept to itself, and starts nothing: %j, %j",
  async (given, variables) => {
    const outcome = await new Promise((resolve) =>
      execFile(
        process.execPath,
        ["scripts/dev.ts", ...given],
        { env: { ...process.env, ...variables } },
        (error, stdout) => resolve({ code: error?.code, stdout }),
      ),
    );
    expect(outcome).toEqual({
      code: 1,
      stdout: expect.stringContaining("npm run dev -- --port 9000"),
    });
  },
);
