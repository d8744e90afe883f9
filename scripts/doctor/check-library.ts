import * as z from "zod";
import { explainSilence } from "./explain-silence.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { failed, type Finding, passed, skipped, warning } from "./finding.ts";
import { readProblem } from "./read-problem.ts";

const Documents = z.object({ documents: z.array(z.unknown()) });
/** A long list takes its time. */
const TIMEOUT_MS = 30_000;

/** How many documents the library has, where the model is told of it. */
export async function* checkLibrary({
  config: { tools, library },
  client,
  health,
}: Pick<
  ConfiguredExamination,
  "config" | "client" | "health"
>): AsyncGenerator<Finding> {
  if (!tools.includes("library")) return;
  const key = library.keys[0];
  if (key === undefined)
    return yield skipped(
      "Library: not looked at, since LIBRARY_KEY is not set here.",
    );
  const silence = explainSilence(await health());
  if (silence !== undefined)
    return yield skipped(`Library: not looked at, since ${silence}.`);

  const answer = await client.call("/library/documents", {
    headers: { authorization: `Bearer ${key}` },
    timeoutMs: TIMEOUT_MS,
  });
  if (answer.kind === "unreachable")
    return yield failed(`Library: ${answer.reason}.`, "Run this again.");
  const parsed = Documents.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success)
    return yield explainRefusal(answer.status, answer.body);
  const count = parsed.data.documents.length;
  yield count === 0
    ? warning(
        "Library: it has no documents.",
        "Add some: npm run library:add -- docs/*.md",
      )
    : passed(`Library: ${count} document${count === 1 ? "" : "s"}.`, answer.ms);
}

function explainRefusal(status: number, body: unknown): Finding {
  const { detail } = readProblem(body);
  return failed(
    `Library: HTTP ${status}${detail && `; ${detail}`}`,
    status === 401 || status === 404
      ? "Set LIBRARY_KEY there to the same as here: npx wrangler secret put LIBRARY_KEY"
      : "The log tells why: the terminal of `npm run dev`, or `npx wrangler tail`.",
  );
}
