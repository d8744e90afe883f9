import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { parse } from "tldts";
import { parseAnswer } from "../../../src/document/close-open-ends.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import { createSendingChannels } from "../../fixtures/channel-splits.ts";

/** Addresses that somebody's client makes links of. */
export type Reader = (markdown: string) => Promise<readonly string[]>;

const linkify = new MarkdownIt({ linkify: true, html: true });

/** Parsers of API clients. */
const parsers: Readonly<Record<string, (markdown: string) => string>> = {
  marked: (markdown) => marked.parse(markdown, { async: false }),
  "marked, without GFM": (markdown) =>
    marked.parse(markdown, { async: false, gfm: false }),
  "markdown-it": (markdown) => linkify.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
};

/** The addresses of all attributes, except the jumps of footnotes. */
function addressesOf(html: string): readonly string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (_, attributes) =>
      found.push(
        ...Object.entries(attributes)
          .filter(([name]) => /^(?:href|src|srcset|action|data)$/.test(name))
          .map(([, address]) => address),
      ),
  });
  parser.end(html);
  return found.filter((address) => !address.startsWith("#user-content-fn"));
}

/**
 * What Telegram makes links of in text
 * (https://github.com/tdlib/td/blob/master/td/telegram/MessageEntity.cpp:
 * `match_urls`): a run of domain characters, which are all but ASCII
 * punctuation, spaces and general punctuation, around a dot.
 */
const GENERAL = String.raw`\u2000-\u200b\u200e\u200f\u2016-\u206f`;
const DOMAIN = String.raw`[A-Za-z0-9_.~-]|[^\x00-\xbf\s\p{Z}${GENERAL}]`;
const PATH = String.raw`[^\n\s<>«»\p{Z}${GENERAL}]`;
const TELEGRAM = new RegExp(
  `(?:(?<scheme>[a-z]+)://)?(?:(?<user>[^\\s()[\\]{}'"\`<>@/«»]+)@)?(?<host>(?:${DOMAIN})+)(?<rest>(?::\\d+)?(?:[/?#]${PATH}*)?)`,
  "giu",
);

export function telegramLinks(text: string): readonly string[] {
  return [...text.matchAll(TELEGRAM)].flatMap(({ index, groups = {} }) => {
    const { scheme = "", user, rest = "" } = groups;
    const host = (groups["host"] ?? "").replace(/\.+$/, "");
    if (!/^[^.]+(?:\.[^.]+)+$/.test(host) || !isName(host)) return [];
    if (!scheme && /[\w/#@]$/.test(text.slice(0, index))) return [];
    const path = rest.replace(/[.:;,('?!`]+$/, "");
    const name = user === undefined ? "" : `${user}@`;
    return [`${scheme || "http"}://${name}${host}${path}`];
  });
}

function isName(host: string): boolean {
  const labels = host.split(".");
  if (!labels.every((label) => /[\p{L}\p{N}\p{So}]/u.test(label))) return false;
  const { isIcann, isIp } = parse(host, { validateHostname: false });
  return isIcann === true || isIp === true;
}

const WRITTEN = /[a-z][a-z0-9+.-]*:\/\/[^\s<>|]+/gi;

/** Slack: what has a scheme, mail addresses, and hosts with a known ending. */
export function slackLinks(text: string): readonly string[] {
  const written = text.match(WRITTEN) ?? [];
  const rest = text.replaceAll(WRITTEN, " ");
  const mail =
    rest.match(/mailto:[^\s<>|]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi) ?? [];
  const bare =
    rest.match(
      /(?<![\w@./:-])(?:[\w-]+\.)+[a-z]{2,63}(?![\w-])(?:[/?#][^\s<>|]*)?/gi,
    ) ?? [];
  return [
    ...[...written, ...mail].map((one) => one.replace(/[.,;:!?)'"*_~`]+$/, "")),
    ...bare
      .filter((one) => isName(one.split(/[/?#]/, 1)[0] ?? ""))
      .map((one) => `http://${one.replace(/[.,;:!?)'"*_~`]+$/, "")}`),
  ];
}

/** What the page links: it makes elements of the tree, and none of text. */
function addressesIn(document: unknown): readonly string[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) =>
    name === "address" ? String(value) : addressesIn(value),
  );
}

const CODE_BLOCK = /(`{3,})[^]*?(?:\1|$)|(`+)[^`][^]*?\2/g;

function linksOfPart(name: string, { text: sent, entities = [] }: ReplyPart) {
  const text =
    name === "teams" || name === "feishu" ? decodeHTMLStrict(sent) : sent;
  if (name === "telegram") {
    const linked = entities.flatMap((one) =>
      one.type === "text_link" ? one.url : [],
    );
    let outside = text;
    for (const { type, offset, length } of entities)
      if (/^(?:code|pre|text_link)$/.test(type))
        outside =
          outside.slice(0, offset) +
          "\n".repeat(length) +
          outside.slice(offset + length);
    return [...linked, ...telegramLinks(outside)];
  }
  const isMarkdown = /^(?:slack|discord|teams|feishu)$/.test(name);
  // These show HTML as text.
  const markdown = /^(?:slack|discord)$/.test(name)
    ? sent.replaceAll(/<(?!https?:|mailto:)/g, "&lt;")
    : sent;
  const linked = isMarkdown
    ? addressesOf(marked.parse(markdown, { async: false }))
    : [];
  return [
    ...linked,
    ...slackLinks(
      (name === "whatsapp"
        ? text
        : text.replaceAll(CODE_BLOCK, " ")
      ).replaceAll(/\]\(([^()\s]*)\)/g, "] "),
    ),
  ];
}

function channelReader(channel: ReceivingChannel, isOpen: boolean): Reader {
  return async (markdown) => {
    const parts = await channel.split(markdown, { isOpen });
    return parts.flatMap((part) => linksOfPart(channel.name, part));
  };
}

/** @param isOpen the text is still being written */
export async function createReaders({
  isOpen,
}: {
  isOpen: boolean;
}): Promise<ReadonlyMap<string, Reader>> {
  const channels = await createSendingChannels();
  return new Map<string, Reader>([
    ...Object.entries(parsers).map(
      ([name, toHtml]) =>
        [
          name,
          async (markdown: string) => addressesOf(toHtml(markdown)),
        ] as const,
    ),
    [
      "the page",
      async (markdown) => addressesIn(parseAnswer(markdown, { isOpen })),
    ],
    ...channels.map((one) => [one.name, channelReader(one, isOpen)] as const),
    [
      "Telegram, as written",
      async (markdown) =>
        telegramLinks(
          markdown
            .replaceAll(CODE_BLOCK, " ")
            .replaceAll(/\]\([^\s()]*\)|<[^<>\s]*>/g, " "),
        ),
    ],
    [
      "Slack, as written",
      async (markdown) => slackLinks(markdown.replaceAll(CODE_BLOCK, " ")),
    ],
  ]);
}
