import { signal } from "@preact/signals";
import type { FoundMessage } from "../../../types/page.ts";
import type { Api } from "../api.ts";

/** Typing goes on before that. */
const PAUSE_MS = 300;

/** Searches the texts of all conversations while the reader types. */
export function createTextSearch(api: Pick<Api, "search">) {
  const query = signal("");
  const matches = signal<readonly FoundMessage[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(wanted: string): Promise<void> {
    const outcome = await api.search(wanted);
    // The reader has typed on.
    if (query.value.trim() !== wanted) return;
    matches.value = outcome.kind === "done" ? outcome.value : [];
  }

  return {
    query,
    /** Newest first. */
    matches,
    write(next: string) {
      query.value = next;
      clearTimeout(timer);
      const wanted = next.trim();
      if (wanted === "") matches.value = [];
      else timer = setTimeout(() => void search(wanted), PAUSE_MS);
    },
  };
}
