import { computed, signal } from "@preact/signals";
import { MAX_MESSAGE_LENGTH } from "../../../types/message.ts";
import type { AcceptedFiles } from "../../../types/page.ts";
import type { Message, ShownFile } from "../api.ts";
import { recall, remember } from "../parts/browser-storage.ts";
import { createAttachments } from "./attachments.ts";

/**
 * The message that is being written. The browser stores, for each conversation,
 * what the box holds, and apart from it the message that was sent last, until
 * it has arrived.
 */
export type Draft = ReturnType<typeof createDraft>;

export function createDraft({
  takes,
  onSend,
}: {
  takes: AcceptedFiles;
  onSend: (message: Message) => void;
}) {
  const text = signal("");
  /** The id of the message that this one will replace. */
  const edits = signal<string | undefined>(undefined);
  const attachments = createAttachments(takes);
  const { files, reading } = attachments;
  const isTooLong = computed(() => text.value.length > MAX_MESSAGE_LENGTH);
  const isEmpty = computed(
    () => text.value.trim() === "" && files.value.length === 0,
  );
  const canSend = computed(() => !isEmpty.value && reading.value === 0);
  let keys = keysOf(0);
  let lastSent = "";
  /** Whether a conversation was opened that is not shown yet. */
  let isOpening = false;
  /** The draft's files, while a message that was sent is edited. */
  let filesAside: readonly ShownFile[] = [];

  function restore(): void {
    attachments.open(filesAside);
    filesAside = [];
    text.value = recall(keys.draft) ?? "";
    edits.value = undefined;
  }

  function write(next: string): void {
    if (edits.value === undefined) remember(keys.draft, next);
    text.value = next;
  }

  return {
    text,
    edits,
    attachments,
    isTooLong,
    isEmpty,
    canSend,
    write,
    send() {
      if (!canSend.value || isTooLong.value) return;
      const message = {
        id: crypto.randomUUID(),
        text: text.value.trim(),
        files: files.value,
        edits: edits.value,
      };
      write("");
      restore();
      lastSent = message.text;
      remember(keys.sent, `${message.id} ${message.text}`);
      onSend(message);
    },
    /** Restores a conversation's draft. */
    open(conversation: number) {
      keys = keysOf(conversation);
      isOpening = true;
      lastSent = "";
      filesAside = [];
      restore();
    },
    /** The server has these messages of the conversation. */
    noteArrived(ids: readonly string[]) {
      if (ids.includes(recallUnsent(keys).id)) remember(keys.sent, "");
    },
    /**
     * Called when the messages of the conversation are shown. What was sent and
     * is not among them was lost: an empty box gets it back, once.
     */
    noteShown(messages: readonly Message[]) {
      lastSent = messages.at(-1)?.text ?? "";
      const lost = recallUnsent(keys);
      const isShown = messages.some(({ id }) => id === lost.id);
      const isFree = text.value === "" && edits.value === undefined;
      if (isOpening && !isShown && isFree) {
        write(lost.text);
        remember(keys.sent, "");
      }
      isOpening = false;
    },
    /** Called when a conversation has been deleted. */
    forget(conversation: number) {
      for (const key of Object.values(keysOf(conversation))) remember(key, "");
    },
    /** Brings back the message sent last, into an empty box. */
    recallSent(): boolean {
      if (text.value !== "" || lastSent === "") return false;
      write(lastSent);
      return true;
    },
    edit({ id, text: sent, files: sentFiles = [] }: Message) {
      if (edits.value === undefined) filesAside = files.value;
      attachments.open(sentFiles);
      text.value = sent;
      edits.value = id;
    },
    /** Leaves the message that was being edited, for the draft. */
    cancelEdit: restore,
  };
}

function keysOf(conversation: number) {
  return { draft: `draft-${conversation}`, sent: `sent-${conversation}` };
}

function recallUnsent({ sent }: { sent: string }) {
  const [, id = "", text = ""] = /^(\S+) (.*)$/s.exec(recall(sent) ?? "") ?? [];
  return { id, text };
}
