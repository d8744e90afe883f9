import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";
import { LanguageList } from "../parts/language.tsx";
import { ThemeList } from "../parts/theme.tsx";
import {
  chat,
  isDrawerOpen,
  list,
  logOut,
  textSearch,
} from "../state/page-state.ts";
import { ConversationRow, MatchRow } from "./conversation-row.tsx";

/**
 * The list of conversations: next to the chat, or in a drawer on narrow
 * screens.
 */
export function Sidebar() {
  const search = useRef<HTMLInputElement>(null);
  const { query, matches, state } = textSearch;
  const words = texts.value;
  const listed = list.listed.value;
  const found = listed.filter(({ title }) =>
    title.toLowerCase().includes(query.value.trim().toLowerCase()),
  );
  const shownMatches = matches.value.filter((match) =>
    listed.some(({ number }) => number === match.number),
  );
  const isOpen = isDrawerOpen.value;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    search.current?.focus();
    document.addEventListener("keydown", closeByEscape);
    return () => document.removeEventListener("keydown", closeByEscape);
  }, [isOpen]);
  return (
    <>
      <nav
        id="sidebar"
        class={isOpen ? "sidebar open" : "sidebar"}
        aria-label={words.conversations}
      >
        <input
          ref={search}
          id="search"
          type="search"
          autocomplete="off"
          aria-label={words.searchConversations}
          placeholder={words.searchConversations}
          value={query.value}
          onInput={({ currentTarget }) => textSearch.write(currentTarget.value)}
          onKeyDown={emptyByEscape}
        />
        <ul id="conversations" class="conversations" onKeyDown={moveByArrows}>
          {found.map((conversation) => (
            <ConversationRow key={conversation.number} {...conversation} />
          ))}
          {shownMatches.map((match) => (
            <MatchRow key={match.turn + match.role} {...match} />
          ))}
        </ul>
        <p
          id="no-conversations"
          class="hint"
          hidden={
            state.value === "done" && found.length + shownMatches.length > 0
          }
        >
          {listed.length === 0
            ? words.noConversations
            : words.search[state.value]}
        </p>
        <div class="sidebar-foot">
          <ThemeList label={words.theme} names={words.themes} />
          <LanguageList label={words.languages} />
          <Button
            id="sign-out"
            class="quiet small"
            hidden={!chat.canSignOut.value}
            onClick={() => void logOut()}
          >
            {words.signOut}
          </Button>
        </div>
      </nav>
      <div class="backdrop" onClick={() => (isDrawerOpen.value = false)} />
    </>
  );
}

/** Neither the answer nor the drawer hears the key, nor a site around. */
function emptyByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || textSearch.query.value === "") return;
  event.preventDefault();
  event.stopPropagation();
  textSearch.write("");
}

function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  isDrawerOpen.value = false;
  document.getElementById("menu")?.focus();
}

/** Arrow keys move between titles. */
function moveByArrows(event: KeyboardEvent & { currentTarget: Element }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const found =
    event.currentTarget.querySelectorAll<HTMLElement>(".title, .match");
  const titles = [...found];
  const at = titles.findIndex((title) => title === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  titles[at + step]?.focus();
}
