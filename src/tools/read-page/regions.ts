import type { Region } from "./element-kinds.ts";
import type { TextWriter } from "./text-writer.ts";

/** Remembers what is written in the outermost regions of each kind. */
export interface Regions {
  /** An element at that depth is a region. */
  open(region: Region, depth: number): void;
  /** The element at that depth ends. */
  close(depth: number): void;
  /** The text of all regions of a kind; empty without any. Call it last: one that is still open ends here. */
  read(region: Region): string;
}

export function createRegions(writer: TextWriter): Regions {
  const current = new Map<Region, { depth: number; from: number }>();
  const texts: Record<Region, string[]> = { main: [], article: [] };

  const end = (region: Region): void => {
    const begun = current.get(region);
    if (begun === undefined) return;
    current.delete(region);
    const text = writer.read(begun.from);
    if (text !== "") texts[region].push(text);
  };

  return {
    open(region, depth) {
      if (!current.has(region))
        current.set(region, { depth, from: writer.position });
    },
    close(depth) {
      for (const [region, begun] of current)
        if (begun.depth === depth) end(region);
    },
    read(region) {
      end(region);
      return texts[region].join("\n\n");
    },
  };
}
