/** Tells the other tabs of this browser which conversation has changed. */
export interface Tabs {
  tell(conversation: number): void;
}

export function createTabs(onTold: (conversation: number) => void): Tabs {
  const channel = new BroadcastChannel("parley");
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "number") onTold(data);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel of tabs has one origin.
  return { tell: (conversation) => channel.postMessage(conversation) };
}
