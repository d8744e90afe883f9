import { spawnSync } from "node:child_process";

/** Whether this machine can run DynamoDB Local. */
export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}
