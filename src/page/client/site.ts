import { asObject } from "../../text/json.ts";
import { readMeta } from "./bot.ts";
import { forgetAllBut, recall, remember } from "./parts/browser-storage.ts";
import { readSiteMessage, type FrameMessage } from "./widget/messages.ts";

/** The site around the page, when the page is shown in a frame. */
export interface Site {
  readonly origin: string;
  /** A JWT of the site; missing for strangers. */
  readonly identity: string | undefined;
  readonly greeting: string | undefined;
  readonly language: string | undefined;
}

const embedding = readMeta<{ readonly sites: readonly string[] }>(
  "parley-embedding",
);

/** Whether the page is made for a frame. */
export const isInFrame = embedding !== undefined;

let isFocusWanted = false;

/** Focuses an element; a frame takes the focus only if it was asked to. */
export function focusOn(element: HTMLElement): void {
  if (isInFrame && !isFocusWanted && !document.hasFocus()) return;
  element.focus();
  if (document.activeElement === element) isFocusWanted = false;
}

/**
 * Asks the script of the embedding site who is there. Listens only to sites
 * that the operator has listed; never resolves elsewhere. When the person
 * changes, the frame loads again, so nothing of the former one stays.
 */
export function meetSite({ onFocus }: { onFocus: () => void }): Promise<Site> {
  const { sites = [] } = embedding ?? {};
  // Somebody has opened the address of the frame.
  if (parent === window) location.replace("/");
  return new Promise((resolve) => {
    addEventListener("message", ({ source, origin, data }: MessageEvent) => {
      if (source !== parent || !sites.includes(origin)) return;
      const message = readSiteMessage(data);
      if (message?.parley === "restart") location.reload();
      if (message?.parley === "focus") {
        isFocusWanted = true;
        onFocus();
      }
      if (message?.parley !== "start") return;
      const { identity, greeting, language } = message;
      // What the page has read of the former person's goes with it.
      if (forgetOthers(identity)) location.reload();
      else resolve({ origin, identity, greeting, language });
    });
    tellSite({ parley: "ready" });
  });
}

/** Holds no data, so any site may read it. */
export function tellSite(message: FrameMessage): void {
  parent.postMessage(message, "*");
}

/** The token of a stranger's session; a person's is never stored. */
export function recallSession(): string | undefined {
  return recall("session") ?? undefined;
}

export function rememberSession(token: string): void {
  remember("session", token);
}

/**
 * Removes what another person, or a stranger, has left in this browser. Returns
 * whether there was somebody else.
 */
function forgetOthers(identity: string | undefined): boolean {
  const person = identity === undefined ? "" : subjectOf(identity);
  const rememberedPerson = () => recall("person") ?? "";
  if (rememberedPerson() === person) return false;
  forgetAllBut(["language", "theme"]);
  remember("person", person);
  // Otherwise storage is blocked, so nobody has left anything.
  return rememberedPerson() === person;
}

/** The person in a JWT, which the server verifies. */
function subjectOf(token: string): string {
  try {
    const [, payload = ""] = token.split(".");
    const json = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    return String(asObject(JSON.parse(json))["sub"]);
  } catch {
    return "unknown";
  }
}
