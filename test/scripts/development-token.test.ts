import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ensureDevelopmentToken,
  TOKEN_FILE,
} from "../../scripts/development-token.ts";

let directory = "";
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "parley-"))));
afterEach(() => rmSync(directory, { recursive: true }));

describe("the token of a checkout", () => {
  it("is created once for concurrent starts", async () => {
    const asked = Array.from({ length: 50 }, () =>
      ensureDevelopmentToken(directory),
    );
    const tokens = new Set(await Promise.all(asked));
    tokens.add(await ensureDevelopmentToken(directory));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toMatch(/^[0-9a-f]{40}$/);
    expect(readdirSync(directory)).toEqual([TOKEN_FILE]);
  });

  it("is readable by its owner only, and ignored by Git", async () => {
    await ensureDevelopmentToken(directory);
    expect(statSync(join(directory, TOKEN_FILE)).mode & 0o777).toBe(0o600);
    expect(readFileSync(".gitignore", "utf8").split("\n")).toContain(
      `${TOKEN_FILE}*`,
    );
  });

  it.each(["", "development-key\n"])(
    "is not read from a file with other content: %j",
    async (text) => {
      await writeFile(join(directory, TOKEN_FILE), text);
      await expect(ensureDevelopmentToken(directory)).rejects.toThrow(
        "Delete it",
      );
    },
  );
});
