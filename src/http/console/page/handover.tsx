import { signal, useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { Button } from "../../../page/client/parts/elements.tsx";
import { isComposing } from "../../../page/client/parts/is-composing.ts";
import { change, type TranscriptBody } from "./console-api.ts";
import { showOperator, showTime, texts } from "./current-texts.ts";
import { Request } from "./elements.tsx";
import { reportOutcome } from "./report-outcome.ts";

interface Given {
  readonly conversation: string;
  readonly person: TranscriptBody["person"];
  readonly wanted: TranscriptBody["wanted"];
  /** Called when something has been done. */
  readonly onChange: () => void;
}

/** Who has the conversation, and the buttons that change it. */
export function Owner({ conversation, person, wanted, onChange }: Given) {
  const words = texts.value;

  async function post(action: "takeover" | "hand-back"): Promise<void> {
    const pressed = document.activeElement;
    const path = `/api/conversations/{id}/${action}`;
    const outcome = await change(path, { method: "POST", ids: [conversation] });
    reportOutcome(outcome, (t) =>
      action === "takeover" ? t.takenOver : t.handedBack,
    );
    onChange();
    focusReply(pressed);
  }

  return (
    <div class="owner">
      <span class="note" role="status">
        {stateOf(person, wanted)}
      </span>
      {wanted && <Request wanted={wanted} />}
      {person === null && (
        <Button class="small" onClick={() => void post("takeover")}>
          {words.takeOver}
        </Button>
      )}
      {(person !== null || wanted !== null) && (
        <Button class="small" onClick={() => void post("hand-back")}>
          {person === null ? words.leaveToBot : words.handBack}
        </Button>
      )}
    </div>
  );
}

function stateOf(person: Given["person"], wanted: Given["wanted"]): string {
  const words = texts.value;
  if (wanted !== null) return words.asksForPerson;
  if (person === null) return words.botHasIt;
  const { name, until } = person;
  const end = until === null ? "" : ` · ${words.until(showTime(until))}`;
  return words.personHasIt(showOperator(name)) + end;
}

/** Lets a tool run that waits for the team, or not. */
export function Approval({
  conversation,
  code,
  onChange,
}: Pick<Given, "conversation" | "onChange"> & { readonly code: string }) {
  const words = texts.value;

  async function answer(approve: boolean): Promise<void> {
    const pressed = document.activeElement;
    const path = "/api/conversations/{id}/approvals/{id}";
    const ids = [conversation, code];
    const outcome = await change(path, {
      method: "POST",
      ids,
      body: { approve },
    });
    reportOutcome(outcome, (t) => (approve ? t.approved : t.refused));
    onChange();
    focusReply(pressed);
  }

  return (
    <p class="buttons">
      <Button onClick={() => void answer(true)}>{words.approve}</Button>
      <Button onClick={() => void answer(false)}>{words.refuse}</Button>
    </p>
  );
}

const REPLY = "reply";

/**
 * Where an operator goes on, also after a button that disappears; not if they
 * have gone on elsewhere since. On phones, focus would open the keyboard over
 * the messages.
 * @param from what they have pressed
 */
export function focusReply(from: Element | null): void {
  const { activeElement, body } = document;
  const isThere = activeElement === from || activeElement === body;
  if (isThere && matchMedia("(pointer: fine)").matches)
    document.getElementById(REPLY)?.focus();
}

const findChosenRow = () =>
  document.querySelector<HTMLElement>("a.row[aria-current]");

/** Back to the list, for who has no mouse. */
function leaveByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || isComposing(event)) return;
  findChosenRow()?.focus();
}

interface Draft {
  readonly text: string;
  /** Of this text, so that sending it again is harmless. */
  readonly id: string;
}

const toDraft = (text: string): Draft => ({ text, id: crypto.randomUUID() });

/** What is not sent yet, by conversation; a new session goes on with it. */
const drafts = new Map<string, Signal<Draft>>();

function draftOf(conversation: string): Signal<Draft> {
  const draft = drafts.get(conversation) ?? signal(toDraft(""));
  drafts.set(conversation, draft);
  return draft;
}

/** Writes to the user in the bot's place. Escape leads back to the list. */
export function Composer({
  conversation,
  person,
  operator,
  onChange,
}: Omit<Given, "wanted"> & { operator: string }) {
  const words = texts.value;
  const draft = draftOf(conversation);
  const isSending = useSignal(false);
  useLayoutEffect(() => focusReply(findChosenRow()), []);

  async function send(): Promise<void> {
    const sent = draft.value;
    if (sent.text.trim() === "" || isSending.value) return;
    isSending.value = true;
    const outcome = await change("/api/conversations/{id}/replies", {
      method: "POST",
      ids: [conversation],
      body: sent,
    });
    isSending.value = false;
    reportOutcome(outcome, (t) => t.replied);
    // What was typed meanwhile stays.
    if (outcome.kind === "done" && draft.value === sent)
      draft.value = toDraft("");
    onChange();
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
        focusReply(document.activeElement);
      }}
    >
      <label>
        {words.reply}
        <textarea
          id={REPLY}
          rows={1}
          maxLength={32_000}
          dir="auto"
          onKeyDown={leaveByEscape}
          value={draft.value.text}
          onInput={({ currentTarget }) => {
            draft.value = toDraft(currentTarget.value);
          }}
        />
      </label>
      <Button type="submit" aria-disabled={isSending.value}>
        {words.send}
      </Button>
      {person?.name !== operator && <p class="note">{words.replyTakesOver}</p>}
    </form>
  );
}
