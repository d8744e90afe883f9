import { findAddresses } from "../../document/find-addresses.ts";
import { domainOf } from "./judge-text.ts";

/**
 * Recognises addresses that stood in one of the inputs of a tool, also in
 * another spelling, cut, or in parts: the domain and each word. A tool that gives
 * one back adds nothing of its own to it.
 */
export function createEchoes(
  inputs: readonly unknown[],
): (url: URL) => boolean {
  const texts = inputs.map(write);
  return (url) => {
    const words = [domainOf(url) ?? url.hostname, ...wordsOf(url)];
    return texts.some((text) => words.every((word) => text.includes(word)));
  };
}

function write(input: unknown): string {
  const text = JSON.stringify(input);
  // Internationalised hosts are spelt in ASCII.
  const addresses = findAddresses(text).map(({ url }) => url?.href ?? "");
  return fold([text, ...addresses].join("\n"));
}

function wordsOf({ protocol, href }: URL): readonly string[] {
  const rest = fold(href.slice(protocol.length).replace(/^\/\/(?:www\.)?/, ""));
  return rest.split(/[^\p{L}\p{M}\p{N}]+/u);
}

function fold(text: string): string {
  return text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, decode)
    .normalize("NFKC")
    .toLowerCase();
}

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
