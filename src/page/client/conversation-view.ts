import { findBot } from "./bot.ts";
import {
  create,
  createButton,
  findElement,
  write,
  type Child,
} from "./elements.ts";
import {
  createExchangeView,
  type ExchangeView,
  type Question,
} from "./exchange-view.ts";
import type { Bot } from "./wire.ts";

export interface ConversationView {
  /**
   * Appends a message, whose answer will follow; `undefined` if only its answer
   * is left.
   */
  add(question: Question | undefined): ExchangeView;
  /** Scrolls to the latest message and follows it. */
  follow(): void;
  moveToEnd(exchange: ExchangeView): void;
  /** Replaces the greeting of an empty conversation. */
  greet(text: string): void;
  /** Removes the newest exchange, which another one replaces. */
  removeNewest(): void;
  clear(): void;
}

/** The messages of a conversation, or a welcome with examples. */
export function createConversationView({
  onExample,
}: {
  onExample: (text: string) => void;
}): ConversationView {
  const scroller = findElement("scroller", HTMLElement);
  const messages = findElement("messages", HTMLElement);
  const welcome = findElement("welcome", HTMLElement);
  const toLatest = findElement("to-latest", HTMLButtonElement);
  const follow = createScrollKeeper({
    scroller,
    content: findElement("column", HTMLElement),
    onChange: (isFollowing) => {
      toLatest.hidden = isFollowing;
    },
  });

  write(scroller, (texts) => texts.conversation, "aria-label");
  write(toLatest, (texts) => texts.toLatest, "aria-label");
  toLatest.addEventListener("click", () => {
    follow();
    // The button disappears; keep the focus.
    scroller.focus({ preventScroll: true });
  });
  fillWelcome(onExample);

  return {
    add(question) {
      const exchange = createExchangeView(question);
      messages.append(exchange.element);
      welcome.hidden = true;
      return exchange;
    },

    follow,

    moveToEnd(exchange) {
      messages.append(exchange.element);
      follow();
    },

    greet: (text) =>
      write(findElement("welcome-text", HTMLElement), () => text),

    removeNewest: () => messages.lastElementChild?.remove(),

    clear() {
      messages.replaceChildren();
      welcome.hidden = false;
    },
  };
}

function fillWelcome(onExample: (text: string) => void): void {
  const bot = findBot();
  write(
    findElement("welcome-title", HTMLElement),
    (texts) => texts.welcomeTitle,
  );
  write(
    findElement("welcome-text", HTMLElement),
    (texts) => bot.greeting || texts.welcomeText(bot),
  );
  const examples = listExamples(bot).map((example) => {
    const button = createButton(example, () => onExample(button.innerText));
    return create("li", {}, [button]);
  });
  findElement("examples", HTMLElement).append(...examples);
}

/** The bot's examples, or else the page's for the available tools. */
function listExamples({ examples, tools }: Bot): readonly Child[] {
  if (examples.length > 0) return examples;
  return (["calculator", "search", "name"] as const)
    .filter((subject) => subject === "name" || tools.includes(subject))
    .map((subject) => (texts) => texts.examples[subject]);
}

/**
 * This close counts as the end, to allow for fractional pixels and small
 * nudges.
 */
const NEAR_PX = 48;

/**
 * Keeps a scroller at its end while the content grows, until the reader scrolls
 * up. Returns a function that scrolls to the end and follows it.
 */
function createScrollKeeper({
  scroller,
  content,
  onChange,
}: {
  scroller: HTMLElement;
  content: HTMLElement;
  /** Called when the scroller starts or stops following its end. */
  onChange: (isFollowing: boolean) => void;
}): () => void {
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

  /**
   * Only scrolling up stops following: after our own scrolling, the content may
   * have grown again before the event.
   */
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

  return () => {
    setFollowing(true);
    goToEnd();
  };
}
