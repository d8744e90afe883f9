import { setTimeout } from "node:timers/promises";
import { explainFailure } from "../../src/channels/telegram/setup/explain-failure.ts";
import { createTelegramApi } from "../../src/channels/telegram/telegram-api.ts";
import { POLL_SECONDS, pollUpdates } from "./poll-updates.ts";
import { postUpdate } from "./post-update.ts";
import { readTelegramSettings } from "./read-settings.ts";

const USAGE = `Usage:
  npm run telegram:poll                            forwards the bot's messages to Parley at http://localhost:8787
  npm run telegram:poll -- http://localhost:8797   or to another address`;

/**
 * `npm run telegram:poll`; returns the exit code once the signal is aborted or
 * polling cannot continue.
 */
export async function runTelegramPoll({
  arguments: [address = "http://localhost:8787", ...more],
  environment,
  directory,
  print,
  wait = (delayMs) =>
    setTimeout(delayMs, undefined, { signal }).catch(() => undefined),
  signal,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Contains `.dev.vars`. */
  directory: string;
  print: (line: string) => void;
  /** Returns early when the signal is aborted. */
  wait?: (delayMs: number) => Promise<void>;
  signal: AbortSignal;
}): Promise<0 | 1> {
  const origin = URL.parse(address)?.origin;
  if (more.length > 0 || !origin?.startsWith("http")) {
    print(
      `Give the http:// address where Parley runs, or nothing.\n\n${USAGE}`,
    );
    return 1;
  }
  const reading = await readTelegramSettings({ environment, directory });
  if (reading.kind === "wrong") {
    reading.problems.forEach(print);
    return 1;
  }
  const { settings } = reading;
  // Longer than Telegram's long polling.
  const api = createTelegramApi({
    ...settings,
    signal,
    timeoutSeconds: POLL_SECONDS + 10,
  });
  try {
    const { username } = await api.getMe();
    print(
      `Forwarding messages of @${username} to ${origin}. Press Ctrl-C to stop.`,
    );
    const post = (update: unknown) =>
      postUpdate({
        origin,
        webhookSecret: settings.webhookSecret,
        update,
        signal,
      });
    const end = await pollUpdates({ api, post, print, wait, signal });
    print(end.kind === "stopped" ? "Stopped." : end.explanation);
    return end.kind === "stopped" ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 0;
    print(explainFailure(error, settings));
    return 1;
  }
}
