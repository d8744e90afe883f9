import type { ReplyAddress } from "../message.ts";
import type { Channel } from "../ports.ts";

/** Telegram shows "typing…" for five seconds. */
const RENEW_MS = 4_500;

/** Shows "typing…" at once and until the returned function is called. */
export function keepTyping(channel: Channel, to: ReplyAddress): () => void {
  if (!channel.capabilities.typing) return () => {};
  const controller = new AbortController();
  const show = (): void =>
    void channel.showTyping(to, { signal: controller.signal });
  show();
  const timer = setInterval(show, RENEW_MS);
  return () => {
    clearInterval(timer);
    controller.abort();
  };
}
