import { useLayoutEffect, useRef } from "preact/hooks";
import { areHere, type Message } from "../api.ts";
import { findBot } from "../bot.ts";
import { texts } from "../current-texts.ts";
import { describeStep } from "../descriptions.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { Button, CopyButton, Icon } from "../parts/elements.tsx";
import { language } from "../parts/language.tsx";
import {
  withoutQuestion,
  type Answer,
  type Exchange,
} from "../state/exchange.ts";
import { chat, draft, focusComposer } from "../state/page-state.ts";
import { FileChip } from "./attached-files.tsx";
import { Sources, Steps } from "./folds.tsx";
import { StatusLine } from "./status-line.tsx";
import { Thumbs } from "./thumbs.tsx";
import { Versions } from "./versions.tsx";

/** A message and its answer; drawn alone when the answer grows. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const box = useRef<HTMLDivElement>(null);
  const { question, origin } = exchange;
  const answer = exchange.answer.value;
  const status = exchange.status.value;
  const isOnlyKept =
    answer.isWhole && answer.text === "" && status.kind === "none";
  useLayoutEffect(() => {
    if (chat.wantedTurn.peek() !== exchange.turn) return;
    chat.wantedTurn.value = undefined;
    if (box.current !== null) show(box.current);
  }, [exchange]);
  const isBusy = status.kind === "progress" || status.kind === "retrying";
  return (
    <div class="exchange" tabindex={-1} ref={box}>
      {question && <Question {...question} />}
      <Versions exchange={exchange} />
      {!isOnlyKept && (
        <article class="answer">
          <h2 class={origin ? "speaker" : "visually-hidden"}>
            {origin ? texts.value.speakers[origin] : findBot().name}
          </h2>
          <LiveSteps {...answer} />
          <div class="answer-body" aria-busy={isBusy ? "true" : undefined}>
            <Markdown text={answer.text} isOpen={!answer.isWhole} />
          </div>
          <AnswerButtons exchange={exchange} />
          <StatusLine
            status={status}
            // The focused button may disappear.
            onAction={() => box.current?.focus({ preventScroll: true })}
          />
          <footer>
            <Sources answer={answer} load={exchange.load} />
            <Steps answer={answer} load={exchange.load} />
            {answer.isWhole && <AnswerActions exchange={exchange} />}
          </footer>
        </article>
      )}
    </div>
  );
}

/** `scrollIntoView` would move the whole page, too. */
function show(box: HTMLElement): void {
  const scroller = box.closest(".scroller");
  box.focus({ preventScroll: true });
  if (scroller === null) return;
  const [top, edge] = [box, scroller].map(
    (one) => one.getBoundingClientRect().y,
  );
  scroller.scrollTop += (top ?? 0) - (edge ?? 0) - MARGIN_PX;
}

const MARGIN_PX = 16;

function Question({ text, files = [] }: Message) {
  const chips = files.map((file) => <FileChip file={file} />);
  return (
    <article class="question">
      <h2 class="visually-hidden">{texts.value.you}</h2>
      {chips.length > 0 && <ul class="files">{chips}</ul>}
      {text !== "" && <p dir="auto">{text}</p>}
    </article>
  );
}

/**
 * What the agent does until the answer begins. Lines are only added, so that
 * screen readers announce only new ones.
 */
function LiveSteps({ text, steps = [] }: Answer) {
  const shown = text === "" ? steps : [];
  return (
    <ul class="live-steps">
      {shown.map((step) => (
        <li dir="auto">{describeStep(step, texts.value)}</li>
      ))}
    </ul>
  );
}

/** Messages that answer the question in the answer, until it is answered. */
function AnswerButtons({ exchange }: { exchange: Exchange }) {
  const { isWhole, question } = exchange.answer.value;
  if (!isWhole || !question || question.buttons.length === 0) return null;
  const answer = (label: string, text: string) => {
    withoutQuestion(exchange);
    chat.send({ text: label, sends: text });
    // The focused button disappears.
    focusComposer();
  };
  return (
    <ul class="questions answers" aria-label={texts.value.answers}>
      {question.buttons.map(({ label, text }) => (
        <li key={text} dir="auto">
          <Button onClick={() => answer(label, text)}>{label}</Button>
        </li>
      ))}
    </ul>
  );
}

function AnswerActions({ exchange }: { exchange: Exchange }) {
  const { copy, copied, copyAnswer } = texts.value;
  const { question } = exchange;
  const { text, at } = exchange.answer.value;
  return (
    <>
      <CopyButton text={text} label={copy} name={copyAnswer} copied={copied} />
      {exchange.origin === undefined && <Thumbs exchange={exchange} />}
      {question && <QuestionActions {...question} />}
      {at && <time datetime={at.toISOString()}>{formatTime(at)}</time>}
    </>
  );
}

/** What can be done with a message that is not being answered. */
function QuestionActions({ id, text, files: sent = [] }: Message) {
  if (chat.isAnswering.value) return null;
  const { regenerate, edit } = texts.value;
  // The server has them all, or none.
  const files = areHere(sent) ? sent : sent.map(({ name }) => ({ name }));
  const again = () => {
    chat.send({ text, files, edits: id });
    // The button disappears with the answer.
    focusComposer();
  };
  const change = () => {
    draft.edit({ id, text, files });
    document.getElementById("message")?.focus();
  };
  return (
    <>
      <IconButton label={regenerate} path={AGAIN} onClick={again} />
      <IconButton label={edit} path={PENCIL} onClick={change} />
    </>
  );
}

const AGAIN = "M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.5 2v3.5H10";
const PENCIL = "m10.5 3 2.5 2.5L5.5 13H3v-2.5z";

function IconButton(props: {
  label: string;
  path: string;
  onClick: () => void;
}) {
  const { label, path, onClick } = props;
  return (
    <Button
      class="quiet small"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon path={path} />
    </Button>
  );
}

/** The time, with the date unless it is today. */
function formatTime(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language.value, {
    ...(isToday ? {} : { dateStyle: "medium" }),
    timeStyle: "short",
  }).format(at);
}
