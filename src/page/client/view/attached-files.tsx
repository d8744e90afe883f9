import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { isHere, type ShownFile } from "../api.ts";
import { texts } from "../current-texts.ts";
import { Button, Icon } from "../parts/elements.tsx";
import type { Attachments } from "../state/attachments.ts";

/** The files of the next message. */
export function AttachedFiles({ attachments }: { attachments: Attachments }) {
  const { files, show } = attachments;
  const remove = (file: ShownFile) => {
    // The server keeps the files of an edited message all together.
    const isGone = isHere(file)
      ? (other: ShownFile) => other === file
      : (other: ShownFile) => !isHere(other);
    show(files.value.filter((other) => !isGone(other)));
    document.getElementById("attach")?.focus();
  };
  return (
    <ul id="attachments" class="files" aria-label={texts.value.attachments}>
      {files.value.map((file) => (
        <FileChip file={file} onRemove={() => remove(file)} />
      ))}
    </ul>
  );
}

/**
 * A file's name, with a thumbnail for images, and a button to remove it if
 * `onRemove` is given.
 */
export function FileChip(props: { file: ShownFile; onRemove?: () => void }) {
  const { name, type = "", content } = props.file;
  const isImage = content !== undefined && type.startsWith("image/");
  return (
    <li class="file" title={name}>
      {isImage && <img src={`data:${type};base64,${content}`} alt="" />}
      <bdi>{name}</bdi>
      {props.onRemove && (
        <Button
          class="quiet small"
          aria-label={
            content === undefined
              ? texts.value.removeKeptFiles
              : texts.value.removeFile(name)
          }
          onClick={props.onRemove}
        >
          ×
        </Button>
      )}
    </li>
  );
}

export function AttachButton({ attachments }: { attachments: Attachments }) {
  const picker = useRef<HTMLInputElement>(null);
  const label = texts.value.attach;
  return (
    <>
      <Button
        id="attach"
        class="quiet attach"
        aria-label={label}
        onClick={() => picker.current?.click()}
      >
        <Icon path="m13 7.5-5.4 5.4a3.4 3.4 0 0 1-4.8-4.8l5.8-5.8a2.3 2.3 0 0 1 3.2 3.2L6.2 11.1a1.1 1.1 0 0 1-1.6-1.6l5-5" />
      </Button>
      <input
        ref={picker}
        id="file"
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          attachments.add([...(currentTarget.files ?? [])]);
          // Choosing the same file again must fire `change`.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** The chat, on which files can be dropped and pasted. */
export function DropArea(props: {
  isShown: boolean;
  attachments: Attachments;
  children: ComponentChildren;
}) {
  const isOver = useSignal(false);

  function take(event: Event, given: DataTransfer | null): void {
    const files = [...(given?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    props.attachments.add(files);
  }

  function paste(event: ClipboardEvent): void {
    // Office programs copy text along with a picture of it.
    const hasText = event.clipboardData?.types.includes("text/plain") === true;
    if (!hasText) take(event, event.clipboardData);
  }

  function dragOver(event: DragEvent): void {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    isOver.value = true;
  }

  function drop(event: DragEvent): void {
    isOver.value = false;
    take(event, event.dataTransfer);
  }

  return (
    <div
      id="chat"
      class={isOver.value ? "chat dropping" : "chat"}
      hidden={!props.isShown}
      onPaste={paste}
      onDragOver={dragOver}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      {props.children}
    </div>
  );
}
