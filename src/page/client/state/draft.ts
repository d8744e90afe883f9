import { computed, signal } from "@preact/signals";
import { MAX_MESSAGE_LENGTH } from "../../../types/message.ts";
import type { AcceptedFiles } from "../../../types/page.ts";
import type { Message, ShownFile } from "../api.ts";
import { recall, remember } from "../parts/browser-storage.ts";
import { createAttachments } from "./attachments.ts";
import type { NewMessage } from "./chat-session.ts";

/** The message that is being written. */
export type Draft = ReturnType<typeof createDraft>;

export function createDraft({
  takes,
  onSend,
}: {
  takes: AcceptedFiles;
  onSend: (message: NewMessage) => void;
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
  let key = "draft-0";
  let lastSent = "";
  /** The draft's files, while a message that was sent is edited. */
  let filesAside: readonly ShownFile[] = [];

  function restore(): void {
    attachments.open(filesAside);
    filesAside = [];
    text.value = recall(key) ?? "";
    edits.value = undefined;
  }

  return {
    text,
    edits,
    attachments,
    isTooLong,
    isEmpty,
    canSend,
    write(next: string) {
      if (edits.value === undefined) remember(key, next);
      text.value = next;
    },
    send() {
      if (!canSend.value || isTooLong.value) return;
      const message = {
        text: text.value.trim(),
        files: files.value,
        edits: edits.value,
      };
      restore();
      // A message is stored until it has arrived.
      if (message.edits === undefined) text.value = "";
      lastSent = message.text;
      onSend(message);
    },
    /** Restores a conversation's draft. */
    open(conversation: number) {
      key = `draft-${conversation}`;
      lastSent = "";
      filesAside = [];
      restore();
    },
    /** Called when the server has accepted what was sent. */
    noteArrived() {
      if (text.value === "") remember(key, "");
    },
    /**
     * The newest message of the conversation that was opened: `recallSent`
     * brings it back, and it is no draft any more.
     */
    noteSent(sent: string) {
      lastSent = sent;
      if (text.value.trim() === sent) text.value = "";
    },
    /** Brings back the message sent last, into an empty box. */
    recallSent(): boolean {
      if (text.value !== "" || lastSent === "") return false;
      text.value = lastSent;
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
