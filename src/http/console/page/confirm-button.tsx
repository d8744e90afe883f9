import { useRef } from "preact/hooks";
import { Button } from "../../../page/client/parts/elements.tsx";
import { texts } from "./current-texts.ts";

/** A button for what cannot be undone, which asks first. */
export function ConfirmButton({
  label,
  look,
  name = label,
  question,
  confirm,
  onConfirm,
}: {
  label: string;
  /** Classes of the button. */
  look: string;
  /** For screen readers. */
  name?: string;
  question: string;
  confirm: string;
  onConfirm: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button
        class={look}
        aria-label={name}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </Button>
      <dialog ref={dialog} aria-label={name}>
        <p>{question}</p>
        <p class="buttons">
          <Button onClick={close}>{texts.value.cancel}</Button>
          <Button
            class="danger"
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </p>
      </dialog>
    </>
  );
}
