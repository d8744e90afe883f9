import type { PageBot } from "../../../types/page.ts";
import { findBot } from "../bot.ts";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import {
  chat,
  draft,
  focusComposer,
  greeting,
  send,
  suggestions,
} from "../state/page-state.ts";
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
      <Suggestions />
    </>
  );
}

/** What may be asked next, while the message box is empty. */
function Suggestions() {
  const questions = suggestions.questions.value;
  if (questions.length === 0 || !draft.isEmpty.value) return null;
  const label = texts.value.suggestions;
  return <Questions id="suggestions" label={label} questions={questions} />;
}

/** Each is sent by a tap. */
function Questions({
  id,
  label,
  questions,
}: {
  id: string;
  label?: string;
  questions: readonly string[];
}) {
  const ask = (text: string) => {
    send({ text });
    focusComposer();
  };
  return (
    <ul id={id} class="questions" aria-label={label}>
      {questions.map((question) => (
        <li key={question} dir="auto">
          <Button onClick={() => ask(question)}>{question}</Button>
        </li>
      ))}
    </ul>
  );
}

function Welcome({ isShown }: { isShown: boolean }) {
  const bot = findBot();
  const words = texts.value;
  return (
    <section id="welcome" class="welcome" hidden={!isShown}>
      <h2>{words.welcomeTitle}</h2>
      <p>{greeting.value || bot.greeting || words.welcomeText(bot)}</p>
      <Questions id="examples" questions={listExamples(bot)} />
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
