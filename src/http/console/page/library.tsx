import { useSignal } from "@preact/signals";
import type { Failure, Outcome } from "../../../page/client/parts/request.ts";
import { showToast } from "../../../page/client/parts/toast.tsx";
import type { LibraryAnswer } from "../../../types/library.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { change, read, type Session } from "./console-api.ts";
import { describeFailure, showTime, texts } from "./current-texts.ts";
import { ListEnd } from "./elements.tsx";
import { reportOutcome } from "./report-outcome.ts";
import { useList } from "./use-list.ts";
import { useNewest } from "./use-newest.ts";

const DOCUMENT = "/api/library/documents/{id}";

/** The library's documents, and how it answers a question. */
export function Library({ session }: { session: Session }) {
  const words = texts.value;
  return session.has_library ? (
    <div class="columns halves">
      <Documents />
      <Trial />
    </div>
  ) : (
    <p class="note">{words.libraryOff}</p>
  );
}

function Documents() {
  const words = texts.value;
  const adding = useSignal<string | undefined>(undefined);
  const handle = useList("/api/library/documents", (page) => page.documents);

  async function add(files: readonly File[]): Promise<void> {
    const failures = new Map<string, Failure>();
    for (const file of files) {
      const { name } = file;
      adding.value = name;
      const outcome = await upload(file);
      reportOutcome(outcome, (t) => t.added(name));
      if (outcome.kind !== "done") failures.set(name, outcome);
    }
    adding.value = undefined;
    if (failures.size > 0) showToast({ text: () => describeAll(failures) });
    handle.reload();
  }

  async function remove(name: string): Promise<void> {
    const outcome = await change(DOCUMENT, { method: "DELETE", ids: [name] });
    reportOutcome(outcome, (t) => t.removed(name));
    handle.reload();
  }

  return (
    <section aria-label={words.documents}>
      <h2>{words.documents}</h2>
      <label class="field">
        {words.add}
        <input
          type="file"
          multiple
          accept={Object.keys(TYPES).join(",")}
          aria-describedby="add-hint"
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])]);
            // Choosing the same file again must fire `change`.
            currentTarget.value = "";
          }}
        />
      </label>
      <p id="add-hint" class="note">
        {words.addHint}
      </p>
      <p class="note" role="status">
        {adding.value && words.adding(adding.value)}
      </p>
      <ul>
        {handle.list.value.items.map(({ name, title, passages, added_at }) => (
          <li key={name} class="row">
            <span class="name">{title}</span>
            <span class="note">
              {name} · {words.passages(passages)} · {showTime(added_at)}
            </span>
            <ConfirmButton
              label={words.remove}
              look="small"
              name={`${words.remove}: ${name}`}
              question={words.removeQuestion(name)}
              confirm={words.remove}
              onConfirm={() => void remove(name)}
            />
          </li>
        ))}
      </ul>
      <ListEnd handle={handle} empty={words.noDocuments} />
    </section>
  );
}

function describeAll(failures: ReadonlyMap<string, Failure>): string {
  return Array.from(
    failures,
    ([name, failure]) => `${name}: ${describeFailure(failure)}`,
  ).join(" ");
}

const TYPES: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".pdf": "application/pdf",
  ".docx":
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** A file of 5 MB over a slow network. */
const UPLOAD_LIMIT_MS = 300_000;

function upload(file: File): Promise<Outcome<Response>> {
  const extension = /\.[^.]+$/.exec(file.name)?.[0].toLowerCase() ?? "";
  return change(DOCUMENT, {
    method: "PUT",
    ids: [file.name],
    headers: { "content-type": TYPES[extension] ?? "text/plain" },
    body: file,
    limitMs: UPLOAD_LIMIT_MS,
  });
}

/** What the model would get for a question. */
function Trial() {
  const words = texts.value;
  const question = useSignal("");
  const answer = useSignal<LibraryAnswer | undefined>(undefined);
  const begin = useNewest();

  async function search(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const query = { query: question.value };
    const isNewest = begin();
    const outcome = await read("/api/library/search", { query });
    if (!isNewest()) return;
    if (outcome.kind === "done") answer.value = outcome.value;
    else reportOutcome(outcome, () => "");
  }

  return (
    <section aria-label={words.tryQuestion}>
      <h2>{words.tryQuestion}</h2>
      <form class="filters" onSubmit={(event) => void search(event)}>
        <input
          type="search"
          required
          aria-label={words.tryQuestion}
          value={question.value}
          onInput={({ currentTarget }) =>
            (question.value = currentTarget.value)
          }
        />
        <button type="submit">{words.tryButton}</button>
      </form>
      <div role="status">
        {answer.value?.kind === "nothing" && (
          <p class="note">{words.nothingFound}</p>
        )}
        {answer.value?.kind === "found" && (
          <ol class="passages">
            {answer.value.passages.map((passage, index) => (
              <li key={index}>
                <strong>{passage.title}</strong>
                <p class="text" dir="auto">
                  {passage.text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
