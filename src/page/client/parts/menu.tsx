import type { ComponentChildren, ComponentProps } from "preact";
import { useId, useRef } from "preact/hooks";
import { Button, Icon } from "./elements.tsx";

/** A button with three dots that opens a menu of `MenuItem`s. */
export function Menu(props: { label: string; children: ComponentChildren }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);

  /** The browser shows it above everything, so it is placed by hand. */
  function place({ newState }: { newState: string }): void {
    const around = button.current?.getBoundingClientRect();
    if (list.current === null || around === undefined || newState !== "open")
      return;
    const { offsetWidth, offsetHeight, style } = list.current;
    const { clientWidth, clientHeight } = document.documentElement;
    style.left = `${Math.min(around.left, clientWidth - offsetWidth - 8)}px`;
    style.top = `${Math.min(around.bottom, clientHeight - offsetHeight - 8)}px`;
    list.current.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }

  return (
    <span ref={button} class="menu-place">
      <Button
        class="quiet small"
        aria-label={props.label}
        aria-haspopup="menu"
        popovertarget={id}
      >
        <Icon path="M3 8h.01M8 8h.01M13 8h.01" />
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={props.label}
        class="menu-list"
        onToggle={place}
        onKeyDown={onKeyDown}
        onClick={() => list.current?.hidePopover()}
      >
        {props.children}
      </div>
    </span>
  );
}

export function MenuItem(props: ComponentProps<"button">) {
  return <Button role="menuitem" class="quiet" tabindex={-1} {...props} />;
}

/** The browser closes it by Escape; nobody else should hear the key. */
function onKeyDown(
  event: KeyboardEvent & { currentTarget: HTMLElement },
): void {
  if (event.key === "Escape") event.stopPropagation();
  if (event.key === "Tab") event.currentTarget.hidePopover();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]"),
  ];
  const at = items.findIndex((item) => item === document.activeElement);
  items.at((at + step) % items.length)?.focus();
}
