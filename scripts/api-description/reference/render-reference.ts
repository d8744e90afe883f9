import type { DocumentView, PathItemView } from "./document-view.ts";
import { Html, html } from "./html.ts";
import type { ReferenceLanguage } from "./reference-language.ts";
import { renderInline, renderMarkdown } from "./render-markdown.ts";
import { type PlacedOperation, renderOperation } from "./render-operation.ts";
import { renderErrorList } from "./render-responses.ts";
import { renderFields } from "./render-schema.ts";

interface Section {
  readonly id: string;
  readonly heading: string;
  readonly content: Html;
  /** Headings below it. */
  readonly entries?: readonly {
    readonly id: string;
    readonly heading: string;
  }[];
}

/** The reference as a page that needs nothing else: neither another file nor its script. */
export function renderReference({
  document,
  language,
  style,
  script,
}: {
  document: DocumentView;
  language: ReferenceLanguage;
  style: string;
  script: string;
}): string {
  const { label, tag } = language;
  const [preface = "", ...chapters] = splitIntroduction(document);
  const sections = [
    ...chapters.map((chapter) => introductionSection(chapter, language)),
    ...operationSections(document, language),
    errorSection(document, language),
    objectSection(document, language),
  ];
  const page = html`<html lang="${tag}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${label("title")}</title>
      <link rel="icon" href="data:," />
      <link rel="alternate" hreflang="en" href="?lang=en" />
      <link rel="alternate" hreflang="zh" href="?lang=zh" />
      ${new Html(`<style>${style}</style>`)}
    </head>
    <body data-copy="${label("copy")}" data-copied="${label("copied")}">
      <a class="skip" href="#content">${label("skip")}</a>
      <header>
        <p class="name">
          Parley <span class="note">${document.info.version}</span>
        </p>
        <ul class="links">
          <li><a href="/openapi.json">${label("document")}</a></li>
          <li>${otherLanguage(tag)}</li>
        </ul>
      </header>
      <div class="page">
        <nav aria-label="${label("contents")}">
          ${renderContents(sections, label("contents"))}
        </nav>
        <main id="content" tabindex="-1">
          <h1>${label("title")}</h1>
          ${renderMarkdown(language.translate(preface))}
          ${sections.map(renderSection)}
        </main>
      </div>
      ${new Html(`<script>${script}</script>`)}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function otherLanguage(tag: ReferenceLanguage["tag"]): Html {
  return tag === "en"
    ? html`<a href="?lang=zh" lang="zh" hreflang="zh">中文</a>`
    : html`<a href="?lang=en" lang="en" hreflang="en">English</a>`;
}

/** The list of contents, folded on small screens by a box that needs no script. */
function renderContents(sections: readonly Section[], label: string): Html {
  return html`<details>
    <summary>${label}</summary>
    <ol>
      ${sections.map(
        ({ id, heading, entries = [] }) =>
          html`<li>
            <a href="#${id}">${heading}</a>
            ${
              entries.length > 0 &&
              html`<ol>
                ${entries.map(
                  (entry) =>
                    html`<li><a href="#${entry.id}">${entry.heading}</a></li>`,
                )}
              </ol>`
            }
          </li>`,
      )}
    </ol>
  </details>`;
}

function renderSection({ id, heading, content }: Section): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a href="#${id}">${heading}</a></h2>
    ${content}
  </section>`;
}

/** The text before the first heading, then each heading with its text. */
function splitIntroduction({ info }: DocumentView): readonly string[] {
  return info.description.split(/^## /m).map((text) => text.trim());
}

function introductionSection(
  chapter: string,
  { translate }: ReferenceLanguage,
): Section {
  const [heading = "", ...lines] = chapter.split("\n");
  return {
    id: heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    heading: translate(heading),
    content: renderMarkdown(translate(lines.join("\n").trim())),
  };
}

function operationSections(
  document: DocumentView,
  language: ReferenceLanguage,
): readonly Section[] {
  const placed = placedIn(document.paths);
  return document.tags.map((tag) => {
    const operations = placed.filter(({ operation }) =>
      operation.tags.includes(tag.name),
    );
    return {
      id: tag.name,
      heading: language.translate(tag["x-displayName"]),
      content: html`${renderMarkdown(language.translate(tag.description))}
      ${operations.map((operation) =>
        renderOperation(operation, { document, language }),
      )}`,
      entries: operations.map(({ operation: { operationId, summary } }) => ({
        id: operationId,
        heading: language.translate(summary),
      })),
    };
  });
}

/** Operations, and behind each what it has sent to the reader's own server. */
function placedIn(
  paths: Readonly<Record<string, PathItemView>>,
): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => [
      { path: fieldOf(path) ?? path, method: method.toUpperCase(), operation },
      ...Object.values(operation.callbacks ?? {}).flatMap(placedIn),
    ]),
  );
}

/** The name of the field of the request's body that holds an address, where that is what OpenAPI's runtime expression says. */
function fieldOf(path: string): string | undefined {
  return /^\{\$request\.body#\/(.+)\}$/.exec(path)?.[1];
}

function errorSection(
  document: DocumentView,
  language: ReferenceLanguage,
): Section {
  return {
    id: "error-list",
    heading: language.label("errorList"),
    content: html`<p>${renderInline(language.label("errorListText"))}</p>
      ${renderErrorList({ document, language })}`,
  };
}

function objectSection(
  { components }: DocumentView,
  language: ReferenceLanguage,
): Section {
  const objects = Object.entries(components.schemas);
  return {
    id: "objects",
    heading: language.label("objects"),
    content: html`<p>${language.label("objectsText")}</p>
      ${objects.map(
        ([name, schema]) =>
          html`<section class="object" aria-labelledby="object-${name}">
            <h3 id="object-${name}"><a href="#object-${name}">${name}</a></h3>
            ${
              schema.description !== undefined &&
              html`<p>
                ${renderInline(language.translate(schema.description))}
              </p>`
            }
            ${renderFields(schema, language)}
          </section>`,
      )}`,
    entries: objects.map(([name]) => ({ id: `object-${name}`, heading: name })),
  };
}
