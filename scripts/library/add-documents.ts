import type { LibraryClient } from "./library-client.ts";
import { readDocument } from "./read-document.ts";

/** Adds each file, and tells what came of it; returns the exit code. */
export async function addDocuments({
  files,
  folder,
  baseUrl,
  client,
  directory,
  print,
}: {
  files: readonly string[];
  /** What their names are relative to. */
  folder: string;
  /** With a slash at its end; without it documents have no address. */
  baseUrl: string | undefined;
  client: LibraryClient;
  directory: string;
  print: (line: string) => void;
}): Promise<0 | 1> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const result = await addDocument(file, {
      folder,
      baseUrl,
      client,
      directory,
    });
    if (result.kind === "lost") {
      print(result.reason);
      return 1;
    }
    const { status, line } = result;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    print(`${status.padEnd(9)}  ${line}`);
  }
  const sums = Array.from(counts, ([status, count]) => `${count} ${status}`);
  print(`In all: ${sums.join(", ")}.`);
  return counts.has("refused") ? 1 : 0;
}

type Result =
  | { readonly kind: "told"; readonly status: string; readonly line: string }
  | { readonly kind: "lost"; readonly reason: string };

async function addDocument(
  file: string,
  {
    folder,
    baseUrl,
    client,
    directory,
  }: {
    folder: string;
    baseUrl: string | undefined;
    client: LibraryClient;
    directory: string;
  },
): Promise<Result> {
  const document = await readDocument(file, { directory, folder });
  const { name } = document;
  const refused = (reason: string): Result => ({
    kind: "told",
    status: "refused",
    line: `${name}: ${reason}`,
  });
  if (document.kind === "refused") return refused(document.reason);

  const address = baseUrl && baseUrl + toPath(name);
  const outcome = await client.put({ ...document, address });
  if (outcome.kind === "lost") return outcome;
  if (outcome.kind === "refused") return refused(outcome.reason);
  const { status, title, passages } = outcome.value;
  const line = `${name} (${title}; passages: ${passages})`;
  return { kind: "told", status, line };
}

/** A file may be called `C#.md` or `why?.md`. */
function toPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}
