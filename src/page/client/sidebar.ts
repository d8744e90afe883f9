import { create, createButton, findElement, write } from "./elements.ts";
import type { ListedConversation } from "./wire.ts";

interface Sidebar {
  show(
    conversations: readonly ListedConversation[],
    options: { current: number },
  ): void;
  close(): void;
}

/**
 * The list of conversations: next to the chat, or in a drawer on narrow
 * screens.
 */
export function createSidebar({
  onOpen,
  onRename,
  onDelete,
}: {
  onOpen: (number: number) => void;
  onRename: (number: number, title: string) => void;
  onDelete: (number: number) => void;
}): Sidebar {
  const sidebar = findElement("sidebar", HTMLElement);
  const menu = findElement("menu", HTMLButtonElement);
  const search = findElement("search", HTMLInputElement);
  const list = findElement("conversations", HTMLElement);
  const empty = findElement("no-conversations", HTMLElement);
  let shown: readonly ListedConversation[] = [];
  let current = 0;

  write(sidebar, (texts) => texts.conversations, "aria-label");
  write(menu, (texts) => texts.conversations, "aria-label");
  write(search, (texts) => texts.searchConversations, "aria-label");
  write(search, (texts) => texts.searchConversations, "placeholder");

  function setOpen(isOpen: boolean): void {
    sidebar.classList.toggle("open", isOpen);
    menu.setAttribute("aria-expanded", String(isOpen));
  }

  function draw(): void {
    const focused = list.contains(document.activeElement);
    const wanted = search.value.trim().toLowerCase();
    const found = shown.filter(({ title }) =>
      title.toLowerCase().includes(wanted),
    );
    list.replaceChildren(...found.map(createRow));
    write(empty, (texts) =>
      shown.length === 0 ? texts.noConversations : texts.nothingFound,
    );
    empty.hidden = found.length > 0;
    if (focused) list.querySelector("button")?.focus();
  }

  function createRow({ number, title }: ListedConversation): HTMLElement {
    const isCurrent = number === current;
    const open = (): void => {
      setOpen(false);
      onOpen(number);
    };
    const row = create("li", {}, [
      createButton(title, open, {
        class: "quiet title",
        dir: "auto",
        "aria-current": isCurrent && "true",
      }),
    ]);
    if (isCurrent)
      row.append(
        create("div", { class: "row-actions" }, [
          createButton(
            (texts) => texts.rename,
            () => rename(row, { number, title }),
            { class: "quiet small" },
          ),
          createExportLink(number, "Markdown"),
          createExportLink(number, "JSON"),
          createButton(
            (texts) => texts.deleteConversation,
            () => onDelete(number),
            { class: "quiet small" },
          ),
        ]),
      );
    return row;
  }

  function rename(
    row: HTMLElement,
    { number, title }: Pick<ListedConversation, "number" | "title">,
  ): void {
    const input = create("input", {
      type: "text",
      maxlength: "100",
      dir: "auto",
      "aria-label": (texts) => texts.rename,
    });
    input.value = title;
    let isDone = false;
    const finish = (isKept: boolean) => {
      if (isDone) return;
      isDone = true;
      const next = input.value.trim();
      draw();
      if (isKept && next !== "" && next !== title) onRename(number, next);
    };
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
      // Keep the key from the button that gets the focus and from stopping an
      // answer.
      event.preventDefault();
      event.stopPropagation();
      finish(event.key === "Enter");
    });
    input.addEventListener("blur", () => finish(true));
    row.replaceChildren(input);
    input.select();
  }

  /** Arrow keys move between titles. */
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const titles = [...list.querySelectorAll<HTMLElement>(".title")];
    const at = titles.findIndex((title) => title === document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    titles[at + step]?.focus();
  });
  search.addEventListener("input", draw);
  menu.addEventListener("click", () => {
    setOpen(!sidebar.classList.contains("open"));
    if (sidebar.classList.contains("open")) search.focus();
  });
  findElement("backdrop", HTMLElement).addEventListener("click", () =>
    setOpen(false),
  );
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sidebar.classList.contains("open")) return;
    event.stopPropagation();
    setOpen(false);
    menu.focus();
  });

  return {
    show(conversations, options) {
      shown = conversations;
      current = options.current;
      draw();
    },
    close: () => setOpen(false),
  };
}

function createExportLink(
  number: number,
  format: "Markdown" | "JSON",
): HTMLElement {
  return create(
    "a",
    {
      href: `/web/export?conversation=${number}&format=${format.toLowerCase()}`,
      download: "",
      "aria-label": (texts) => texts.exportAs(format),
    },
    [format],
  );
}
