import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { FoundMessage } from "../../../types/page.ts";
import type { ListedConversation } from "../../../types/titles.ts";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import { isComposing } from "../parts/is-composing.ts";
import { Menu, MenuItem } from "../parts/menu.tsx";
import {
  focusComposer,
  isDrawerOpen,
  list,
  memoryEditor,
} from "../state/page-state.ts";

/** A conversation in the list, with a menu of what can be done. */
export function ConversationRow({ number, title }: ListedConversation) {
  const isRenaming = useSignal(false);
  /** A key has ended the change of the title, which had the focus. */
  const isFocusDue = useRef(false);
  const isCurrent = number === list.current.value;
  const words = texts.value;
  const open = () => {
    isDrawerOpen.value = false;
    list.open(number);
  };
  const finish = (next: string, byKey: boolean) => {
    isFocusDue.current = byKey;
    isRenaming.value = false;
    if (next !== title) void list.rename(number, next);
  };
  const takeFocus = (button: HTMLElement | null) => {
    if (button === null || !isFocusDue.current) return;
    isFocusDue.current = false;
    button.focus();
  };
  const remove = () => {
    list.remove(number);
    focusComposer();
  };
  if (isRenaming.value)
    return (
      <li>
        <TitleBox title={title} onDone={finish} />
      </li>
    );
  return (
    <li class="row">
      <button
        ref={takeFocus}
        type="button"
        class="quiet title"
        dir="auto"
        aria-current={isCurrent ? "true" : undefined}
        onClick={open}
      >
        {title}
      </button>
      <Menu label={words.actionsFor(title)}>
        <MenuItem onClick={() => (isRenaming.value = true)}>
          {words.rename}
        </MenuItem>
        <ExportLink number={number} title={title} format="Markdown" />
        <ExportLink number={number} title={title} format="JSON" />
        <MenuItem onClick={() => void memoryEditor.open(number)}>
          {words.memory.title}
        </MenuItem>
        <MenuItem onClick={remove}>{words.deleteConversation}</MenuItem>
      </Menu>
    </li>
  );
}

/** A message that has the words of the search. */
export function MatchRow({ number, turn, excerpt }: FoundMessage) {
  const listed = list.listed.value.find((one) => one.number === number);
  const open = () => {
    isDrawerOpen.value = false;
    list.open(number, turn);
  };
  return (
    <li>
      <Button class="quiet match" dir="auto" onClick={open}>
        <strong>{listed?.title}</strong>
        <span>{excerpt}</span>
      </Button>
    </li>
  );
}

const EXTENSIONS = { Markdown: "md", JSON: "json" };

function ExportLink(props: {
  number: number;
  title: string;
  format: keyof typeof EXTENSIONS;
}) {
  const { number, title, format } = props;
  const address = `/web/export?conversation=${number}&format=${format.toLowerCase()}`;
  return (
    <a
      role="menuitem"
      tabindex={-1}
      href={address}
      download={`${title}.${EXTENSIONS[format]}`}
    >
      {texts.value.exportAs(format)}
    </a>
  );
}

/** A title that is being changed. Enter or leaving it keeps it, not Escape. */
function TitleBox(props: {
  title: string;
  onDone: (title: string, byKey: boolean) => void;
}) {
  const { title, onDone } = props;
  const box = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => box.current?.select(), []);

  function finish(next: string, byKey: boolean): void {
    // Disappearing blurs it, too.
    if (isDone.current) return;
    isDone.current = true;
    onDone(next.trim() || title, byKey);
  }

  function onKeyDown(
    event: KeyboardEvent & { currentTarget: HTMLInputElement },
  ): void {
    if (isComposing(event) || !["Enter", "Escape"].includes(event.key)) return;
    // Keep the key from the button that gets the focus and from stopping an
    // answer.
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === "Enter" ? event.currentTarget.value : title, true);
  }

  return (
    <input
      ref={box}
      type="text"
      maxlength={100}
      dir="auto"
      aria-label={texts.value.rename}
      defaultValue={title}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
    />
  );
}
