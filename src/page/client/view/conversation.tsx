import type { PageBot } from "../../../types/page.ts";
import { findBot } from "../bot.ts";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import { chat, focusComposer, greeting, send } from "../state/page-state.ts";
import { ExchangeView } from "./exchange.tsx";

/** The messages of a conversation, or a welcome with examples. */
export function Conversation() {
  const exchanges = chat.exchanges.value;
  return (
    <>
      <Welcome isShown={exchanges.length === 0} />
      <div
        id="messages"
        role="log"
        aria-live="polite"
        aria-labelledby="scroller"
      >
        {exchanges.map((exchange) => (
          <ExchangeView key={exchange.key} exchange={exchange} />
        ))}
      </div>
    </>
  );
}

function Welcome({ isShown }: { isShown: boolean }) {
  const bot = findBot();
  const words = texts.value;
  const sendExample = (text: string) => {
    send({ text });
    focusComposer();
  };
  return (
    <section id="welcome" class="welcome" hidden={!isShown}>
      <h2>{words.welcomeTitle}</h2>
      <p>{greeting.value || bot.greeting || words.welcomeText(bot)}</p>
      <ul id="examples">
        {listExamples(bot).map((example) => (
          <li key={example}>
            <Button onClick={() => sendExample(example)}>{example}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The bot's examples, or else the page's for the available tools. */
function listExamples({ examples, tools }: PageBot): readonly string[] {
  if (examples.length > 0) return examples;
  return (["calculator", "search", "name"] as const)
    .filter((subject) => subject === "name" || tools.includes(subject))
    .map((subject) => texts.value.examples[subject]);
}
