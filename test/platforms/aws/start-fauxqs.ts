import { startFauxqs } from "fauxqs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of fauxqs, which emulates SQS. */
    sqsEndpoint: string;
  }
}

/** Starts one fauxqs for all test files. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await startFauxqs({ port: 0, logger: false });
  project.provide("sqsEndpoint", server.address);
  return () => server.stop();
}
