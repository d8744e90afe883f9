import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParleyProcess } from "../faults/parley-process.ts";
import { install } from "../faults/workerd.ts";
import { recordAttack } from "../security/record-attack.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";

let folder: string;
let workerd: ParleyProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-"));
  await build("development");
  const variables = { DEVELOPMENT_TOKEN: DEVELOPMENT_KEY };
  workerd = await install({
    folder: join(folder, "development"),
    variables,
  }).start();
});
afterAll(async () => {
  await workerd?.kill();
  rmSync(folder, { recursive: true });
});

/** Builds what `npm run deploy` would deploy with this environment. */
async function build(NODE_ENV: string): Promise<string> {
  const outdir = join(folder, NODE_ENV);
  await promisify(execFile)(
    "npm",
    ["run", "deploy", "--", "--dry-run", "--outdir", outdir],
    { env: { ...process.env, NODE_ENV } },
  );
  return readFileSync(join(outdir, "worker.js"), "utf8");
}

describe("the bundle deployed with NODE_ENV=development", () => {
  it("is not in development mode, even with a token among its variables", async ({
    task,
  }) => {
    const authorization = `Bearer ${DEVELOPMENT_KEY}`;
    const open = (path: string) =>
      fetch(`${workerd.url}${path}`, {
        headers: { authorization },
        redirect: "manual",
      });
    expect(await (await open("/healthz")).json()).toMatchObject({
      channels: { webhook: false, web: false },
    });
    const statuses = await Promise.all(
      [
        `/?token=${DEVELOPMENT_KEY}`,
        "/v1/conversations",
        "/library/documents",
      ].map(async (path) => (await open(path)).status),
    );
    expect(statuses).toEqual([403, 404, 404]);
    const got = statuses.filter((status) => status < 400).length;
    recordAttack(task, "developmentDeployed", { got, allowed: 0 });
    expect(workerd.log()).not.toContain(DEVELOPMENT_KEY);
  });

  it("is identical to the one with NODE_ENV=production", async () => {
    expect(await build("production")).toBe(
      readFileSync(join(folder, "development", "worker.js"), "utf8"),
    );
  });
});
