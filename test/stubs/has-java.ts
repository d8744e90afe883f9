import { spawnSync } from "node:child_process";

/** Whether DynamoDB Local can be started on this machine. */
export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}
