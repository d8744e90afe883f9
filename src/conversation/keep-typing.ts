import type { Channel } from "../channel.ts";
import type { ReplyAddress } from "../message.ts";

/** "typing…", shown until it is stopped. */
export interface Typing extends Disposable {
  /** May be called again. */
  stop(): void;
}

/** Telegram shows "typing…" for five seconds. */
const RENEW_MS = 4_500;

/** Shows "typing…" at once, and again before it goes. */
export function keepTyping(channel: Channel, to: ReplyAddress): Typing {
  if (!channel.capabilities.typing) return NO_TYPING;
  const controller = new AbortController();
  const { signal } = controller;
  const show = (isRenewal: boolean): void =>
    void channel.showTyping(to, { signal, isRenewal });
  show(false);
  const timer = setInterval(show, RENEW_MS, true);
  const stop = (): void => {
    clearInterval(timer);
    controller.abort();
  };
  return { stop, [Symbol.dispose]: stop };
}

export const NO_TYPING: Typing = { stop: () => {}, [Symbol.dispose]: () => {} };
