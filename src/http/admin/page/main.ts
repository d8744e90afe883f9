import {
  recall,
  remember,
} from "../../../page/client/parts/browser-storage.ts";
import type { Report } from "../../../types/setup-report.ts";
import { action, paragraph, refusal, section, type Words } from "./section.ts";
import { createSections } from "./sections.ts";
import { ask } from "./setup-api.ts";
import { TEXTS, type Language, type Texts } from "./texts.ts";
import { create } from "./write.ts";

const KEY = "parley-admin-key";

let language: Language = /^zh/i.test(recall("language") ?? navigator.language)
  ? "zh-CN"
  : "en";
let key = readKey();

/**
 * Takes the key from the fragment of the link that `npm run dev` prints, which
 * is not sent to servers, else from this tab's session.
 */
function readKey(): string {
  const linked = new URLSearchParams(location.hash.slice(1)).get("token");
  if (linked !== null) {
    keep(linked);
    history.replaceState(null, "", location.pathname);
    return linked;
  }
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(value: string): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Kept until the page is reloaded.
  }
}

const main = find("main");
const toggle = find("language");
toggle.addEventListener("click", () => {
  language = language === "en" ? "zh-CN" : "en";
  remember("language", language);
  void show();
});
void show();

/** Loads the deployment's state and shows it in the reader's language. */
async function show(): Promise<void> {
  const texts = TEXTS[language];
  document.documentElement.lang = language;
  document.title = texts.title;
  find("title").textContent = texts.title;
  toggle.textContent = texts.other;
  toggle.lang = language === "en" ? "zh-CN" : "en";
  main.replaceChildren(create("p", { role: "status" }, [texts.loading]));

  const words: Words = { texts, language, setText: "" };
  const answer = await ask<Report>(key, "");
  if (texts !== TEXTS[language]) return;
  if (answer.kind === "ok") {
    main.replaceChildren(...describe(answer.body, texts));
    return;
  }
  if (answer.kind === "refused" && answer.status === 404)
    main.replaceChildren(
      section(words, {
        title: texts.closed,
        content: [paragraph(words, texts.closedText)],
      }),
    );
  else if (answer.kind === "refused" && answer.status === 401)
    main.replaceChildren(keyForm(words, { isWrong: key !== "" }));
  else {
    const retry = create("button", { type: "button" }, [texts.retry]);
    retry.addEventListener("click", () => void show());
    main.replaceChildren(
      create("section", { role: "alert" }, [
        refusal(words, answer),
        create("div", { class: "row" }, [retry]),
      ]),
    );
  }
}

function describe(report: Report, texts: Texts): Node[] {
  const deployed =
    report.platform === "aws"
      ? { where: "AWS", setText: texts.setAws }
      : { where: "Cloudflare", setText: texts.setCloudflare };
  const { where, setText } = report.is_development
    ? { where: texts.local, setText: texts.setLocal }
    : deployed;
  const words: Words = { texts, language, setText };
  return [
    paragraph(words, texts.intro, {
      values: { version: report.version, where },
      look: "intro",
    }),
    ...createSections(words, {
      report,
      ask: (path, sent) => ask(key, path, sent),
    }),
  ];
}

function keyForm(words: Words, { isWrong }: { isWrong: boolean }): Node {
  const { texts } = words;
  const open = action(words, {
    label: texts.open,
    busy: texts.loading,
    isPrimary: true,
    field: { label: texts.keyLabel, value: "", type: "password" },
    async run(given) {
      key = given.trim();
      keep(key);
      await show();
      return [];
    },
  });
  return section(words, {
    title: texts.keyTitle,
    content: [
      paragraph(words, texts.keyText),
      isWrong && create("p", { class: "bad", role: "alert" }, [texts.wrongKey]),
      open,
    ],
  });
}

function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html lacks #${id}`);
  return element;
}
