import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { ShownModel } from "../../../types/page.ts";
import { findBot } from "../bot.ts";
import { texts } from "../current-texts.ts";
import { describeDemoModel } from "../descriptions.ts";
import { Button, Icon } from "../parts/elements.tsx";
import { LanguageButton } from "../parts/language.tsx";
import { Scroller } from "../parts/scroller.tsx";
import { Toast } from "../parts/toast.tsx";
import {
  chat,
  draft,
  focusComposer,
  isDrawerOpen,
  list,
} from "../state/page-state.ts";
import { DropArea } from "./attached-files.tsx";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { Gate } from "./gate.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The whole page. */
export function App() {
  const hasBegun = useSignal(false);
  const words = texts.value;
  const begin = () => {
    isDrawerOpen.value = false;
    hasBegun.value = true;
    list.begin();
  };
  return (
    <>
      <a id="skip-link" class="skip-link" href="#message">
        {words.skipToComposer}
      </a>
      <Header onNew={begin} />
      <div class="columns">
        <Sidebar />
        <main>
          <p
            id="demo-banner"
            class="banner"
            role="note"
            hidden={chat.model.value?.demo !== true}
          >
            {describeDemoModel(location, words)}
          </p>
          <Gate />
          <ChatPanel />
        </main>
      </div>
      <MemoryDialog />
      <Toast />
      <p id="announcer" class="visually-hidden" role="status">
        {hasBegun.value && words.begun}
      </p>
    </>
  );
}

/** The bot's logo, which the server has written into the page. */
const mark = document.querySelector(".mark");

function Header({ onNew }: { onNew: () => void }) {
  const words = texts.value;
  const model = chat.model.value;
  return (
    <header class="top">
      <Button
        id="menu"
        class="quiet menu"
        aria-label={words.conversations}
        aria-controls="sidebar"
        aria-expanded={isDrawerOpen.value}
        onClick={() => (isDrawerOpen.value = !isDrawerOpen.value)}
      >
        <Icon path="M2 4h12M2 8h12M2 12h12" />
      </Button>
      <span
        class="logo"
        ref={(place) => {
          if (mark !== null) place?.append(mark);
        }}
      />
      <h1>{findBot().name}</h1>
      <span id="model" class="model">
        {model && describeModel(model)}
      </span>
      <LanguageButton label={words.otherLanguage} />
      <Button
        id="new-conversation"
        class="quiet"
        hidden={model === undefined}
        onClick={onNew}
      >
        <Icon path="M8 3v10M3 8h10" />
        <span id="new-conversation-label">{words.newConversation}</span>
      </Button>
    </header>
  );
}

/** For the owner; nothing for visitors, and for the demo, which says so. */
function describeModel({ demo, name, style }: ShownModel): string {
  return demo ? "" : [name, style].filter(Boolean).join(" · ");
}

function ChatPanel() {
  const isOpen = chat.gate.value.kind === "open";
  useLayoutEffect(() => {
    // Otherwise, the reader wants to be at an earlier message.
    if (isOpen && chat.isFollowing.peek()) focusComposer();
  }, [isOpen]);

  function jump(): void {
    chat.isFollowing.value = true;
    // The button disappears; keep the focus.
    document.getElementById("scroller")?.focus({ preventScroll: true });
  }

  return (
    <DropArea isShown={isOpen} attachments={draft.attachments}>
      <Scroller label={texts.value.conversation} isFollowing={chat.isFollowing}>
        <Conversation />
      </Scroller>
      <div class="bottom">
        <Button
          id="to-latest"
          class="to-latest"
          aria-label={texts.value.toLatest}
          hidden={chat.isFollowing.value}
          onClick={jump}
        >
          <Icon path="M8 3v10M3.5 8.5 8 13l4.5-4.5" />
        </Button>
        <Composer />
      </div>
    </DropArea>
  );
}
