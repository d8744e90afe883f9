import { startFauxqs } from "fauxqs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Of fauxqs, which replaces SQS. */
    sqsEndpoint: string;
  }
}

/** One fauxqs for all files. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await startFauxqs({ port: 0, logger: false });
  project.provide("sqsEndpoint", server.address);
  return () => server.stop();
}
