import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenLocally, runDevAws } from "../../scripts/dev-aws/run-dev-aws.ts";

describe("npm run dev:aws", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "parley-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
    vi.unstubAllEnvs();
  });

  const run = async (...given: string[]) => {
    const lines: string[] = [];
    const code = await runDevAws({
      arguments: given,
      directory,
      print: (line) => lines.push(line),
      signal: AbortSignal.abort(),
    });
    return { code, output: lines.join("\n") };
  };

  it("explains what to install if there is no Java, and what works without it", async () => {
    vi.stubEnv("PATH", directory);
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain("needs Java 17 or newer");
    expect(output).toContain("apt install default-jre-headless");
    expect(output).toContain("npm run dev");
  });

  it("explains its options", async () => {
    const { code, output } = await run("--help");
    expect(code).toBe(0);
    expect(output).toContain("--port");
  });

  it.each([
    [["--port", "x"], "--port x is not a port number."],
    [["--port", "70000"], "--port 70000 is not a port number."],
    [
      ["--dynamodb", "localhost:8000"],
      "--dynamodb localhost:8000 is not a URL",
    ],
    [["--nonsense"], "--nonsense"],
    [["--var", "NAME"], "--var NAME"],
  ])("refuses %s", async (given, problem) => {
    const { code, output } = await run(...given);
    expect(code).toBe(1);
    expect(output).toContain(problem);
    expect(output).toContain("--data <folder>");
  });
});

describe("listenLocally", () => {
  const server = createServer();
  afterEach(() => void server.close());

  it("listens on loopback only, and rejects if the port is taken", async () => {
    await listenLocally(server, 0);
    const address = server.address();
    if (typeof address !== "object" || address === null)
      throw new Error("It does not listen.");
    expect(address.address).toBe("127.0.0.1");
    await expect(listenLocally(createServer(), address.port)).rejects.toThrow(
      "EADDRINUSE",
    );
  });
});
