import { findBot } from "./bot.ts";
import type { Bot } from "./wire.ts";
import {
  type Child,
  createButton,
  create,
  findElement,
  write,
} from "./elements.ts";
import {
  createExchangeView,
  type ExchangeView,
  type Question,
} from "./exchange-view.ts";

export interface ConversationView {
  /** Adds a message at the end, where its answer will come; `undefined` where only the answer is left of it. */
  add(question: Question | undefined): ExchangeView;
  /** Goes to the latest message and stays there. */
  follow(): void;
  moveToEnd(exchange: ExchangeView): void;
  /** Another message comes in its place. */
  removeNewest(): void;
  clear(): void;
}

/** The messages of the conversation; while there are none, a welcome with examples to try. */
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
    // The button goes away; the focus must not go with it.
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

/** The bot's own, or those of the page that its tools can answer. */
function listExamples({ examples, tools }: Bot): readonly Child[] {
  if (examples.length > 0) return examples;
  return (["calculator", "search", "name"] as const)
    .filter((subject) => subject === "name" || tools.includes(subject))
    .map((subject) => (texts) => texts.examples[subject]);
}

/** Nearer than this counts as the end: fractions of pixels and a nudge of the finger do not let go. */
const NEAR_PX = 48;

/** Keeps a scroller at its end while its content grows, but only if its reader is there; who reads further up is left in peace. Returns what goes to the end and stays there. */
function createScrollKeeper({
  scroller,
  content,
  onChange,
}: {
  scroller: HTMLElement;
  content: HTMLElement;
  /** Told whether the scroller follows its end, when that changes. */
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

  /** Only scrolling up ends it: the event of our own scrolling may come when the content has grown again. */
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
