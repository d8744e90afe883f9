import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorker } from "../faults/workerd.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with the Worker, built for development. */
    workerFolder: string;
  }
}

/** Builds the Worker once for all files of a project. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "parley-worker-"));
  await buildWorker("src/platforms/cloudflare/worker.ts", folder);
  project.provide("workerFolder", folder);
  return () => rmSync(folder, { recursive: true });
}
