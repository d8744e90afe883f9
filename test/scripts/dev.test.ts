import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findPortProblem } from "../../scripts/find-port-problem.ts";
import { listen } from "../stubs/listen.ts";

it.each([
  [["9000"], {}],
  [["TOOLS:library"], {}],
  [[], { npm_config_port: "9000" }],
  [["--port", "abc"], {}],
])(
  "shows how to pass an option that npm kept to itself or that is wrong, and starts nothing: %j, %j",
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

describe("a port", () => {
  it.each([
    [["--port", "abc"], "--port abc is not a port. Choose a number from 1"],
    [["--port=99999"], "--port 99999 is not a port."],
    [["--port", "-1"], "--port -1 is not a port."],
    [["--port", "1e3"], "--port 1e3 is not a port."],
    [["--var", "A:1", "--port"], "--port needs a number"],
  ])("is explained where it is none: %j", async (given, problem) => {
    expect(await findPortProblem(given)).toContain(problem);
  });

  it("is explained if it is in use", async () => {
    const server = await listen((_, response) => response.end());
    const { port } = new URL(server.url);
    for (const ip of [[], ["--ip", "127.0.0.1"], ["--ip=*"]])
      expect(await findPortProblem(["--port", port, ...ip])).toContain(
        `Port ${port} is in use. Stop what is listening there`,
      );
    await server.close();
    expect(await findPortProblem(["--port", port])).toBeUndefined();
  });

  it("may be chosen by wrangler", async () => {
    expect(await findPortProblem([])).toBeUndefined();
    expect(await findPortProblem(["--port", "0"])).toBeUndefined();
  });
});
