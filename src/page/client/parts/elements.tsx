import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";

export function Button(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

/** @param path in a box of 16 by 16 */
export function Icon({ path, look }: { path: string; look?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} class={look} />
    </svg>
  );
}

/** A focusable box that scrolls wide content. */
export function ScrollBox(props: ComponentProps<"div">) {
  return <div role="group" tabindex={0} {...props} />;
}

/**
 * A link that opens in a new tab and sends no referrer.
 * @param to must be safe, see `toAddress`
 */
export function OutsideLink(props: {
  to: string;
  children: ComponentChildren;
}) {
  const { to, children } = props;
  const rel = "noopener noreferrer nofollow";
  return (
    <a href={to} title={to} target="_blank" rel={rel}>
      {children}
    </a>
  );
}

const CONFIRMATION_MS = 2_000;

/**
 * A button that copies a text and confirms it. Hidden if the clipboard is
 * unavailable, as over plain HTTP.
 * @param name for screen readers
 */
export function CopyButton(props: {
  text: string;
  label: string;
  name: string;
  copied: string;
}) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.text);
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), CONFIRMATION_MS);
  };
  return (
    <Button
      class="quiet small"
      hidden={!("clipboard" in navigator)}
      aria-label={isCopied.value ? props.copied : props.name}
      // Ignore the browser's refusal.
      onClick={() => void copy().catch(() => undefined)}
    >
      {isCopied.value ? props.copied : props.label}
    </Button>
  );
}
