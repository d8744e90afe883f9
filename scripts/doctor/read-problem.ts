import * as z from "zod";

const Problem = z.object({
  type: z.string(),
  detail: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .default([]),
});

/** Why Parley turned a request away. */
export interface ReadProblem {
  /** As in `docs/webhook.md`; empty where something else answered than Parley. */
  readonly slug: string;
  readonly detail: string;
  readonly errors: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
}

/** The RFC 9457 problem that a body holds; without words where it holds none. */
export function readProblem(body: unknown): ReadProblem {
  const { data } = Problem.safeParse(body);
  if (data === undefined) return { slug: "", detail: "", errors: [] };
  const slug = data.type.split("/problems/")[1] ?? "";
  return { slug, detail: data.detail, errors: data.errors };
}
