import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { startDynamoDbLocal } from "../../../stubs/dynamodb-local.ts";
import { runsOf } from "../../list-runs.ts";
import type { Results } from "../../report.ts";
import type { Scene } from "../../run-scene.ts";
import { runSuite } from "../../run-suite.ts";
import { SCENES_WITH_PEOPLE } from "../../scenes.ts";
import { createWorld } from "../../world.ts";
import { buildProgram, installProgram } from "./install.ts";

/** Runs mostly wait for what a dead process has held. */
const WORLDS = 2;

/**
 * What waits for a disk on Workers is one request here, and each is disturbed
 * by the other suite.
 */
const SCENES: readonly Scene[] = SCENES_WITH_PEOPLE.map((scene) => ({
  ...scene,
  faults: scene.faults.filter(
    ({ fault }) =>
      fault.kind === "outside" ||
      (fault.when === "at once" &&
        !/^while |callback alarm$/.test(fault.point)),
  ),
}));

/** Plays the scenes of the Workers' suite, with both functions in one process. */
export async function runScenes(options: {
  only: string;
  share: number;
}): Promise<Results> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "parley-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const program = await buildProgram(folder);
  const dynamoDb = await startDynamoDbLocal();
  stack.defer(dynamoDb.stop);
  const server = await startFauxqs({ port: 0, logger: false });
  stack.defer(() => server.stop());
  const emulators = {
    dynamoDbEndpoint: dynamoDb.endpoint,
    sqsEndpoint: server.address,
    sqs: new SQSClient({
      region: "eu-central-1",
      endpoint: server.address,
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    }),
  };
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, () =>
      createWorld((variables) => installProgram(program, emulators, variables)),
    ),
  );
  for (const world of worlds) stack.defer(() => world.close());
  return await runSuite(worlds, {
    // A row for each scene.
    all: runsOf(SCENES).map((run) => ({
      ...run,
      row: run.details,
      details: run.faultCase.row,
    })),
    redelivers: false,
    ...options,
  });
}
