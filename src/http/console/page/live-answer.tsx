import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Markdown } from "../../../page/client/markdown/markdown.tsx";
import { readEvents } from "../../../page/client/parts/event-stream.ts";
import { openStream, request } from "../../../page/client/parts/request.ts";
import { parseTurnEvent } from "../../../page/client/turn-events.ts";
import { addressOf } from "./console-api.ts";

/** The answer of a running turn, while it is written. */
export function LiveAnswer({
  conversation,
  message,
  onEnd,
}: {
  conversation: string;
  message: string;
  onEnd: () => void;
}) {
  const text = useSignal("");

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;

    async function follow(): Promise<void> {
      const path = "/api/conversations/{id}/turns/{id}/events";
      const address = addressOf(path, { ids: [conversation, message] });
      const opening = openStream(await request(address, { signal }));
      if (opening.kind !== "open") return;
      for await (const { event, data } of readEvents(opening.body)) {
        const parsed = parseTurnEvent(event, data);
        if (parsed?.type === "delta")
          text.value = text.value.slice(0, parsed.offset) + parsed.text;
        if (parsed?.type === "reply" || parsed?.type === "error") onEnd();
      }
    }

    // A broken stream: the list shows within seconds how the turn ended.
    follow().catch(() => undefined);
    return () => controller.abort();
  }, [message]);

  return (
    <div aria-live="off">
      <Markdown text={text.value || "…"} isOpen />
    </div>
  );
}
