import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Markdown } from "../../../page/client/markdown/markdown.tsx";
import { Button } from "../../../page/client/parts/elements.tsx";
import type { Failure } from "../../../page/client/parts/request.ts";
import { createQueue } from "../../../page/client/parts/scheduling.ts";
import { Scroller } from "../../../page/client/parts/scroller.tsx";
import {
  change,
  read,
  type Session,
  type TranscriptBody,
} from "./console-api.ts";
import { showOperator, showTime, texts } from "./current-texts.ts";
import { Problem } from "./elements.tsx";
import { Forget } from "./forget.tsx";
import { Approval, Composer, focusReply, Owner } from "./handover.tsx";
import { addNewest, addOlder } from "./join-pages.ts";
import { LinkNotes } from "./linked.tsx";
import { LiveAnswer } from "./live-answer.tsx";
import { linkTo } from "./place.ts";
import { reportOutcome } from "./report-outcome.ts";
import { noteFailure } from "./session.ts";
import { Details } from "./turn-details.tsx";

type Message = TranscriptBody["messages"][number];
type OpenTurn = TranscriptBody["open"][number];

/**
 * A conversation with its messages, and what an operator may do with it.
 * @param version changes with the conversation, which is then read again; empty
 * while the list shows others, `undefined` until it is read
 */
export function Transcript({
  conversation,
  session,
  version,
  onForgotten,
}: {
  conversation: string;
  session: Session;
  version: string | undefined;
  onForgotten: () => void;
}) {
  const words = texts.value;
  const transcript = useSignal<TranscriptBody | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const isFollowing = useSignal(true);
  const inOrder = useMemo(createQueue, []);

  const load = (part: "newest" | "older" = "newest") =>
    inOrder(async () => {
      const shown = transcript.value;
      const isOlder = part === "older";
      const before = isOlder ? shown?.previous : undefined;
      // Asked for twice, and the first time has brought all there is.
      if (before === null) return;
      const outcome = await read("/api/conversations/{id}", {
        ids: [conversation],
        query: { before: before?.toString() },
      });
      failure.value = outcome.kind === "done" ? undefined : outcome;
      if (outcome.kind !== "done") return noteFailure(outcome);
      const { value } = outcome;
      transcript.value = isOlder
        ? addOlder(value, shown)
        : addNewest(value, shown);
    });

  function showOlder(): void {
    isFollowing.value = false;
    void load("older");
  }

  useEffect(() => void load(), []);
  const known = useRef<string>(undefined);
  useEffect(() => {
    const before = (known.current ??= version);
    if (!version || version === before) return;
    known.current = version;
    void load();
  }, [version]);

  const {
    messages = [],
    previous = null,
    open = [],
    questions = [],
  } = transcript.value ?? {};
  // People of the team answer where the conversation goes on.
  const handover = transcript.value?.home === null && {
    conversation,
    person: transcript.value.person,
    wanted: transcript.value.wanted,
    onChange: () => void load(),
  };
  return (
    <section class="transcript" aria-label={conversation}>
      <header>
        <a class="back" href={linkTo({ view: "conversations" })}>
          {words.back}
        </a>
        <h2>{conversation}</h2>
        <Forget conversation={conversation} onForgotten={onForgotten} />
      </header>
      <LinkNotes {...transcript.value} />
      {handover && <Owner {...handover} />}
      {!session.shows_texts && <p class="note">{words.textsOff}</p>}
      {failure.value && (
        <Problem failure={failure.value} onRetry={() => void load()} />
      )}
      <Scroller label={words.messages} isFollowing={isFollowing}>
        {previous !== null && (
          <Button onClick={showOlder}>{words.older}</Button>
        )}
        <ol>
          {messages.map((message) => (
            <MessageItem
              key={message.sequence}
              conversation={conversation}
              message={message}
              code={
                questions.find((one) => one.message_id === message.message_id)
                  ?.code
              }
              onChange={() => void load()}
            />
          ))}
          {open.map((turn) => (
            <OpenItem
              key={turn.message_id}
              conversation={conversation}
              turn={turn}
              isWatched={session.shows_texts}
              onChange={() => void load()}
            />
          ))}
        </ol>
      </Scroller>
      {handover && <Composer {...handover} operator={session.operator} />}
    </section>
  );
}

function MessageItem({
  conversation,
  message,
  code,
  onChange,
}: {
  conversation: string;
  message: Message;
  /** Of the question in it that people of the team may answer. */
  code: string | undefined;
  onChange: () => void;
}) {
  const words = texts.value;
  const { role, at, text, files = [], message_id: id } = message;
  const { thumb, reason, unsent } = message;
  return (
    <li class={role}>
      <p class="note">
        {speakerOf(message, conversation)} ·{" "}
        <time datetime={at}>{showTime(at)}</time>
      </p>
      {text !== undefined && <Said role={role} text={text} />}
      {message.asks_for_person && <p class="note">{words.askedHere}</p>}
      {unsent !== undefined && (
        <details>
          <summary>{words.unsent}</summary>
          <p class="text" dir="auto">
            {unsent}
          </p>
        </details>
      )}
      {files.length > 0 && (
        <p class="note">{words.attachedFiles(files.join(", "))}</p>
      )}
      {thumb && (
        <p class="note">
          {words.thumbs[thumb]}
          {reason && <bdi>: {reason}</bdi>}
        </p>
      )}
      {role === "assistant" && code !== undefined && (
        <Approval conversation={conversation} code={code} onChange={onChange} />
      )}
      {role === "assistant" && message.origin === undefined && (
        <Details conversation={conversation} message={id} />
      )}
    </li>
  );
}

/** Answers and replies are Markdown, what users write is as it is. */
function Said({ role, text }: { role: Message["role"]; text: string }) {
  return role === "assistant" ? (
    <Markdown text={text} isOpen={false} />
  ) : (
    <p class="text" dir="auto">
      {text}
    </p>
  );
}

function speakerOf(
  { role, origin, operator, author }: Message,
  conversation: string,
): string {
  const words = texts.value;
  if (origin === "unattended") return words.parley;
  if (origin !== undefined) return showOperator(operator) ?? words.schedule;
  return role === "user" ? writerOf(author, conversation) : words.bot;
}

/** A visitor of the page has no other name than that of their conversation. */
function writerOf(author: string | undefined, conversation: string): string {
  return author === undefined || author === conversation
    ? texts.value.user
    : author;
}

/** A question that has no answer yet, or that failed. */
function OpenItem({
  conversation,
  turn,
  isWatched,
  onChange,
}: {
  conversation: string;
  turn: OpenTurn;
  isWatched: boolean;
  onChange: () => void;
}) {
  const words = texts.value;
  const { message_id: id, status, author, at, text, reply, failure } = turn;
  const hasFailed = status === "failed";

  async function retry(): Promise<void> {
    const pressed = document.activeElement;
    const path = "/api/conversations/{id}/turns/{id}/retry";
    const ids = [conversation, id];
    const outcome = await change(path, { method: "POST", ids });
    reportOutcome(outcome, (t) => t.answering);
    onChange();
    focusReply(pressed);
  }

  const isSaid = turn.origin === "operator";
  return (
    <>
      <li class={isSaid ? "assistant" : "user"}>
        <p class="note">
          {isSaid
            ? showOperator(turn.operator)
            : writerOf(author, conversation)}
          {" · "}
          <time datetime={at}>{showTime(at)}</time>
        </p>
        {text !== undefined && (
          <Said role={isSaid ? "assistant" : "user"} text={text} />
        )}
      </li>
      <li class={hasFailed ? "assistant failed" : "assistant"}>
        <p class="note">
          {hasFailed
            ? `${words.outcomes.failed}${failure === null ? "" : ` · ${words.failures[failure]}`}`
            : words.outcomes.waiting}
        </p>
        {typeof reply === "string" && <Markdown text={reply} isOpen={false} />}
        {!hasFailed && isWatched && !isSaid && (
          <LiveAnswer
            conversation={conversation}
            message={id}
            onEnd={onChange}
          />
        )}
        {hasFailed && (
          <Button class="small" onClick={() => void retry()}>
            {words.answerAgain}
          </Button>
        )}
        <Details conversation={conversation} message={id} />
      </li>
    </>
  );
}
