import { randomUUID } from "node:crypto";
import type { ConfiguredExamination } from "./examination.ts";
import { explainSilence } from "./explain-silence.ts";
import { type Finding, skipped } from "./finding.ts";
import { createSampleMessage } from "./sample-message.ts";

/** How long Ctrl-C may take. */
const GOODBYE_MS = 3_000;

/**
 * A message in a conversation of its own through the whole of Parley: stored, answered, kept once, forgotten. It is
 * forgotten also where something fails or the signal is aborted.
 */
export async function* checkStorage({
  config: { webhook },
  client,
  health,
}: Pick<
  ConfiguredExamination,
  "config" | "client" | "health"
>): AsyncGenerator<Finding> {
  const { key } = webhook.keys[0] ?? {};
  if (key === undefined)
    return yield skipped(
      "Not looked at, since WEBHOOK_API_KEYS is not set here: a message needs one of its keys.",
    );
  const silence = explainSilence(await health());
  if (silence !== undefined)
    return yield skipped(`Not looked at, since ${silence}.`);

  const message = createSampleMessage({
    client,
    key,
    id: `doctor-${randomUUID()}`,
    conversation: `doctor-${randomUUID().slice(0, 8)}`,
  });
  let isForgotten = false;
  try {
    const sent = await message.send();
    yield sent;
    if (sent.kind === "failed") return;
    const answered = await message.awaitReply();
    yield answered;
    if (answered.kind !== "failed") yield await message.lookUp();
    yield await message.forget();
    isForgotten = true;
  } finally {
    if (!isForgotten)
      await message
        .forget({ signal: AbortSignal.timeout(GOODBYE_MS) })
        .catch(() => undefined);
  }
}
