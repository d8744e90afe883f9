export interface ScrollKeeper {
  /** Goes to the end and stays there while it grows. */
  follow(): void;
}

/** Nearer than this counts as the end: fractions of pixels and a nudge of the finger do not let go. */
const NEAR_PX = 48;

/** Keeps a scroller at its end while its content grows, but only if its reader is there; who reads further up is left in peace. */
export function createScrollKeeper({
  scroller,
  content,
  onChange,
}: {
  scroller: HTMLElement;
  content: HTMLElement;
  /** Told whether the scroller follows its end, when that changes. */
  onChange: (isFollowing: boolean) => void;
}): ScrollKeeper {
  let isFollowing = true;
  let lastTop = 0;

  function setFollowing(next: boolean): void {
    if (next === isFollowing) return;
    isFollowing = next;
    onChange(isFollowing);
  }

  function isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
  }

  function goToEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  }

  /** Only who goes up lets go: the event of our own scrolling may come when the content has grown again. */
  function onScroll(): void {
    const goesUp = scroller.scrollTop < lastTop;
    lastTop = scroller.scrollTop;
    if (goesUp || isAtEnd()) setFollowing(isAtEnd());
  }

  scroller.addEventListener("scroll", onScroll, { passive: true });
  const observer = new ResizeObserver(() => {
    if (isFollowing) goToEnd();
    else setFollowing(isAtEnd());
  });
  observer.observe(content);
  observer.observe(scroller);

  return {
    follow() {
      setFollowing(true);
      goToEnd();
    },
  };
}
