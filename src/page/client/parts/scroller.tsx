import { effect, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * This close counts as the end, to allow for fractional pixels and small
 * nudges.
 */
const NEAR_PX = 48;

/** A box that stays at its end while it grows, until the reader scrolls up. */
export function Scroller({
  label,
  isFollowing,
  children,
}: {
  label: string;
  isFollowing: Signal<boolean>;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null || column.current === null) return undefined;
    return keepAtEnd(box.current, column.current, isFollowing);
  }, [isFollowing]);
  return (
    <div
      ref={box}
      id="scroller"
      class="scroller"
      role="group"
      tabindex={0}
      aria-label={label}
    >
      <div ref={column} id="column" class="column">
        {children}
      </div>
    </div>
  );
}

/** @returns a function that ends it */
function keepAtEnd(
  scroller: HTMLElement,
  content: HTMLElement,
  isFollowing: Signal<boolean>,
): () => void {
  let lastTop = 0;

  function isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
  }

  function goToEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  }

  /**
   * Only scrolling up stops following: after our own scrolling, the content may
   * have grown again before the event.
   */
  function onScroll(): void {
    const goesUp = scroller.scrollTop < lastTop;
    lastTop = scroller.scrollTop;
    if (goesUp || isAtEnd()) isFollowing.value = isAtEnd();
  }

  scroller.addEventListener("scroll", onScroll, { passive: true });
  const observer = new ResizeObserver(() => {
    if (isFollowing.value) goToEnd();
    else isFollowing.value = isAtEnd();
  });
  observer.observe(content);
  observer.observe(scroller);
  const stop = effect(() => {
    if (isFollowing.value) goToEnd();
    // Once drawn, all of it may be in sight.
    else requestAnimationFrame(() => (isFollowing.value = isAtEnd()));
  });
  return () => {
    stop();
    observer.disconnect();
    scroller.removeEventListener("scroll", onScroll);
  };
}
