import * as z from "zod";
import type { ParleyClient } from "./parley-client.ts";
import { readProblem, type ReadProblem } from "./read-problem.ts";

const Health = z.object({
  status: z.literal("ok"),
  version: z.string(),
  model: z.string(),
  tools: z.array(z.string()),
  channels: z.record(z.string(), z.boolean()),
});

/** How a running Parley says that it is set up. */
export type RunningHealth = z.infer<typeof Health>;

/** What `GET /healthz` tells. */
export type HealthReading =
  | {
      readonly kind: "healthy";
      readonly health: RunningHealth;
      readonly ms: number;
    }
  /** It refuses to start. */
  | { readonly kind: "misconfigured"; readonly problem: ReadProblem }
  /** Something answers that is not Parley, or not the whole of it. */
  | { readonly kind: "strange"; readonly status: number }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Throws only the signal's reason. */
export async function readHealth(client: ParleyClient): Promise<HealthReading> {
  const answer = await client.call("/healthz");
  if (answer.kind === "unreachable") return answer;
  const { status, body, ms } = answer;
  const parsed = Health.safeParse(body);
  if (status === 200 && parsed.success)
    return { kind: "healthy", health: parsed.data, ms };
  const problem = readProblem(body);
  return problem.slug === "wrong-configuration"
    ? { kind: "misconfigured", problem }
    : { kind: "strange", status };
}
