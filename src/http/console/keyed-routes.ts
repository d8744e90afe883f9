import { Hono } from "hono";
import type { AuditLog } from "../../types/audit-log.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { admitOperator, type ConsoleVariables } from "./admit-console.ts";
import type { Operator } from "./operator-sessions.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

/** Routes of the console below `/admin`: for programs, with an operator's key. */
export function createKeyedRoutes(
  {
    operators,
    guessGuard,
    audit,
  }: {
    operators: readonly Operator[];
    guessGuard: GuessGuard;
    audit: AuditLog;
  },
  create: (record: Recorder) => Hono<ConsoleVariables>,
): Hono<ConsoleVariables> {
  const routes = new Hono<ConsoleVariables>();
  routes.use("*", admitOperator({ operators, guessGuard }));
  return routes.route("/", create(createRecorder(audit)));
}
