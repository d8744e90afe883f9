import { useSignal } from "@preact/signals";
import { Button } from "../../../page/client/parts/elements.tsx";
import { change, type DeliveryBody } from "./console-api.ts";
import { showTime, texts } from "./current-texts.ts";
import { ListEnd } from "./elements.tsx";
import { linkTo } from "./place.ts";
import { reportOutcome } from "./report-outcome.ts";
import { useList } from "./use-list.ts";

/** Callbacks and events that were given up, to be sent again. */
export function Deliveries() {
  const words = texts.value;
  const isSending = useSignal(false);
  const handle = useList("/api/deliveries", ({ deliveries }) => deliveries, {
    next: "before",
  });
  const { items } = handle.list.value;

  async function resend(chosen: readonly DeliveryBody[]): Promise<void> {
    if (isSending.value) return;
    isSending.value = true;
    for (const { id } of chosen) {
      const outcome = await change("/api/deliveries/{id}/resend", {
        method: "POST",
        ids: [id],
      });
      reportOutcome(outcome, (t) => t.resending);
      if (outcome.kind !== "done") break;
    }
    isSending.value = false;
    handle.reload();
  }

  return (
    <section class="wide" aria-label={words.views.deliveries}>
      <div class="filters apart">
        <p class="note">{words.deliveriesHint}</p>
        {items.length > 1 && (
          <Button onClick={() => void resend(items)}>{words.resendAll}</Button>
        )}
      </div>
      <ul>
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onResend={() => void resend([delivery])}
          />
        ))}
      </ul>
      <ListEnd handle={handle} empty={words.noDeliveries} />
    </section>
  );
}

function DeliveryRow({
  delivery,
  onResend,
}: {
  delivery: DeliveryBody;
  onResend: () => void;
}) {
  const words = texts.value;
  const { conversation, to, type, attempts, failed_at: at } = delivery;
  const { status_code: code, error = words.noOutcome } = delivery;
  const audience = words.audiences[to];
  // Callbacks and notes have no type.
  const kind = type === null ? audience : `${type} · ${audience}`;
  return (
    <li class="row with-button">
      <a class="name" href={linkTo({ view: "conversations", conversation })}>
        {conversation}
      </a>
      <span class="note">
        {kind} · <time datetime={at}>{showTime(at)}</time>
      </span>
      <span class="outcome failed">
        {code === undefined ? error : `HTTP ${code}`} ·{" "}
        {words.attempts(attempts)}
      </span>
      <Button
        class="small"
        aria-label={`${words.resend}: ${conversation}, ${type ?? audience}`}
        onClick={onResend}
      >
        {words.resend}
      </Button>
    </li>
  );
}
