import { signal } from "@preact/signals";
import type { FoundMessage } from "../../../types/page.ts";
import type { Api } from "../api.ts";

/** Typing goes on before that. */
const PAUSE_MS = 300;

/** Searches the texts of all conversations while the reader types. */
export function createTextSearch(api: Pick<Api, "search">) {
  const query = signal("");
  const matches = signal<readonly FoundMessage[]>([]);
  const state = signal<"done" | "searching" | "failed">("done");
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(wanted: string): Promise<void> {
    const outcome = await api.search(wanted);
    // The reader has typed on.
    if (query.value.trim() !== wanted) return;
    matches.value = outcome.kind === "done" ? outcome.value.matches : [];
    state.value = outcome.kind === "done" ? "done" : "failed";
  }

  return {
    query,
    /** Newest first. */
    matches,
    state,
    write(next: string) {
      query.value = next;
      clearTimeout(timer);
      const wanted = next.trim();
      state.value = wanted === "" ? "done" : "searching";
      if (wanted === "") matches.value = [];
      else timer = setTimeout(() => void search(wanted), PAUSE_MS);
    },
  };
}
