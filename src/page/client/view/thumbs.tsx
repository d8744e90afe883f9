import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { THUMBS, type Rating } from "../../../types/rating.ts";
import { texts } from "../current-texts.ts";
import { Icon } from "../parts/elements.tsx";
import { isComposing } from "../parts/is-composing.ts";
import { showToast } from "../parts/toast.tsx";
import type { Exchange } from "../state/exchange.ts";

const ICONS = {
  up: "M5 7.5v6H2.5v-6H5l2.5-5.2A1.6 1.6 0 0 1 9 3.9V6h3.2a1.4 1.4 0 0 1 1.4 1.7l-.9 4.6a1.5 1.5 0 0 1-1.5 1.2H5",
  down: "M5 8.5v-6H2.5v6H5l2.5 5.2A1.6 1.6 0 0 0 9 12.1V10h3.2a1.4 1.4 0 0 0 1.4-1.7l-.9-4.6a1.5 1.5 0 0 0-1.5-1.2H5",
};

/** Whether the answer was good; if not, why. */
export function Thumbs({ exchange }: { exchange: Exchange }) {
  const words = texts.value;
  const isAsking = useSignal(false);
  const down = useRef<HTMLButtonElement>(null);

  const rate = async (rating: Rating | null) => {
    const { kind } = await exchange.rate(rating);
    if (kind !== "done") showToast({ text: () => texts.value.notRated });
    else if (rating?.reason) showToast({ text: () => texts.value.rated });
  };
  const close = () => {
    isAsking.value = false;
    down.current?.focus();
  };

  return (
    <>
      {THUMBS.map((thumb) => {
        const isPressed = exchange.thumb.value === thumb;
        return (
          <button
            key={thumb}
            type="button"
            class="quiet small thumb"
            ref={thumb === "down" ? down : null}
            aria-pressed={isPressed}
            aria-label={words.thumbs[thumb]}
            title={words.thumbs[thumb]}
            onClick={() => {
              isAsking.value = thumb === "down" && !isPressed;
              void rate(isPressed ? null : { thumb });
            }}
          >
            <Icon path={ICONS[thumb]} />
          </button>
        );
      })}
      {isAsking.value && (
        <ReasonForm
          onClose={close}
          onSend={(reason) => {
            close();
            if (reason !== "") void rate({ thumb: "down", reason });
          }}
        />
      )}
    </>
  );
}

function ReasonForm(props: {
  onSend: (reason: string) => void;
  onClose: () => void;
}) {
  const { thumbsDownReason, send } = texts.value;
  const reason = useSignal("");
  return (
    <form
      class="reason"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend(reason.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        // Nobody else should hear the key.
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
    >
      <input
        ref={focusOnce}
        aria-label={thumbsDownReason}
        placeholder={thumbsDownReason}
        maxLength={500}
        value={reason.value}
        onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
      />
      <button class="small">{send}</button>
    </form>
  );
}

function focusOnce(box: HTMLInputElement | null): void {
  box?.focus();
}
