import { logError } from "../../runtime/log.ts";
import type { Channel } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { TurnWork } from "../bot.ts";
import { textsFor } from "../texts/texts.ts";
import type { ProgressEvent } from "../turn-events.ts";
import type { Pace } from "./pace.ts";
import { createPreview, type Preview } from "./preview.ts";
import { createProgressText } from "./progress-text.ts";

/** Shows a reply while it is written. */
interface Progress extends AsyncDisposable {
  /** Processes an event, and shows the change when due. */
  note(event: ProgressEvent): void;
  /** Stops showing; resolves once no call is pending. Idempotent. */
  end(): Promise<void>;
  readonly hasSent: Preview["hasSent"];
}

/** A model that is silent for longer is said to be waited for. */
const SILENCE_MS = 8_000;
/** Delay before a tool is shown; faster ones are not. */
const TOOL_PATIENCE_MS = 400;
/**
 * Calls become rarer after so many: Cloudflare's free plan allows 50
 * subrequests per run.
 */
const FAST_CALLS = 15;
const SLOWDOWN = 1.3;
/** Used if the platform does not say how long to pause. */
const PAUSE_MS = 5_000;

/**
 * Shows a reply as the channel allows, no faster than `pace`, and only changes.
 * A failure ends the preview only: the final reply still arrives. Never throws.
 */
export function showProgress({
  turn,
  memory,
  channel,
  pace,
  onAnswer,
  signal,
}: Pick<TurnWork, "turn" | "memory" | "channel" | "signal"> & {
  pace: Pace;
  /** Called once text of the answer is shown. */
  onAnswer: () => void;
}): Progress {
  const presentation = channel.presentationAt?.(turn.message.replyTo);
  if (presentation === undefined) return NO_PROGRESS;
  const { intervalMs, preview: kind } = presentation;
  const preview = createPreview(kind, { turn, memory, channel, signal });
  if (preview === undefined) return NO_PROGRESS;
  const progress = createProgressText(textsFor(turn.message));
  // Later attempts follow a line that says until when they are made.
  const silence =
    turn.attempts > 1
      ? undefined
      : setTimeout(() => {
          progress.noteSilence();
          hasNews = true;
          schedule();
        }, SILENCE_MS);
  let hasEnded = false;
  let hasNews = false;
  let showsAnswer = false;
  let calls = 0;
  let slowUntil = 0;
  let pendingCall: Promise<void> | undefined;
  let timer: { readonly id: Timer; readonly at: number } | undefined;

  /**
   * An answer's first text need not wait out the interval after a call that
   * showed a tool.
   */
  const waitMs = (): number =>
    !showsAnswer && progress.waitMs() !== undefined
      ? pace.waitMs({ burst: 2 })
      : Math.max(pace.waitMs(), slowUntil - Date.now());

  const schedule = (delayMs = 0): void => {
    if (hasEnded || pendingCall !== undefined) return;
    const now = Date.now();
    const at = now + Math.max(delayMs, waitMs());
    if (timer !== undefined && timer.at <= at) return;
    clearTimeout(timer?.id);
    timer = { id: setTimeout(run, at - now), at };
  };

  const run = (): void => {
    timer = undefined;
    pendingCall = update().finally(() => {
      pendingCall = undefined;
      if (hasNews) schedule(progress.waitMs());
      else if (preview.lifetimeMs !== undefined) schedule(preview.lifetimeMs);
    });
  };

  const update = async (): Promise<void> => {
    const isRenewal = !hasNews;
    // The answer's first words may still be collecting; they are shown next.
    hasNews = (progress.waitMs() ?? 0) > 0;
    try {
      const { text: markdown, isAnswer } = progress.read();
      const parts =
        markdown === ""
          ? []
          : await channel.split(markdown, { isOpen: isAnswer });
      const isShown = preview.shows(parts) && !isRenewal;
      // It may have ended while the text was split.
      if (hasEnded || parts.length === 0 || isShown) return;
      await preview.update(parts, { isAnswer });
      hasNews ||= !preview.shows(parts);
      showsAnswer = isAnswer;
      if (isAnswer) onAnswer();
    } catch (error) {
      handle(error);
    }
    pace.count();
    calls++;
    const slowness = SLOWDOWN ** Math.max(0, calls - FAST_CALLS);
    slowUntil = Date.now() + intervalMs * slowness;
  };

  const handle = (error: unknown): void => {
    if (error instanceof DeliveryError && error.kind === "rate-limited") {
      pace.pause(error.retryAfterMs ?? PAUSE_MS);
      hasNews = true;
      return;
    }
    hasEnded = true;
    if (!signal.aborted)
      logError("progress not shown", { turn: turn.id, error });
  };

  const end = async (): Promise<void> => {
    hasEnded = true;
    clearTimeout(silence);
    clearTimeout(timer?.id);
    await pendingCall;
  };

  return {
    note(event) {
      clearTimeout(silence);
      progress.note(event);
      if (event.type === "action") {
        hasNews = true;
        schedule(TOOL_PATIENCE_MS);
      } else if (event.type === "delta") {
        const delayMs = progress.waitMs();
        if (delayMs === undefined) return;
        hasNews = true;
        schedule(delayMs);
      }
    },
    end,
    hasSent: (index, part) => preview.hasSent(index, part),
    [Symbol.asyncDispose]: end,
  };
}

type Timer = ReturnType<typeof setTimeout>;

const NO_PROGRESS: Progress = {
  note: () => {},
  end: async () => {},
  hasSent: () => false,
  [Symbol.asyncDispose]: async () => {},
};

/** A typing indicator, shown until stopped. */
export interface Typing extends Disposable {
  /** Idempotent. */
  stop(): void;
}

/** The indicator is renewed this long before it expires. */
const RENEWED_EARLIER_MS = 500;

/**
 * Renews the typing indicator before it expires. The channel has shown it at
 * `shownAt`.
 */
export function keepTyping(
  channel: Channel,
  { to, shownAt }: { to: ReplyAddress; shownAt: number },
): Typing {
  const { typingMs } = channel.capabilities;
  if (typingMs === undefined) return NO_TYPING;
  const renewMs = typingMs - RENEWED_EARLIER_MS;
  let shown: AbortController | undefined;
  let timer: Timer | undefined;
  const show = (): void => {
    shown ??= new AbortController();
    channel.showTyping?.(to, { signal: shown.signal }).catch(() => {});
    timer = setTimeout(show, renewMs);
  };
  const delayMs = shownAt + renewMs - Date.now();
  if (delayMs > 0) timer = setTimeout(show, delayMs);
  else show();
  const stop = (): void => {
    clearTimeout(timer);
    shown?.abort();
  };
  return { stop, [Symbol.dispose]: stop };
}

export const NO_TYPING: Typing = { stop: () => {}, [Symbol.dispose]: () => {} };
