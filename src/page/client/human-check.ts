import { readMeta } from "./bot.ts";
import type { Refused } from "./parts/request.ts";

/**
 * A new visitor's proof of being human; the token is `undefined` if none is
 * required.
 */
type Proof =
  { readonly kind: "token"; readonly token: string | undefined } | Refused;

interface Widget {
  /** The global object that its script defines. */
  readonly service: string;
  readonly script: string;
  readonly siteKey: string;
}

/** The API that Turnstile and hCaptcha share. */
interface WidgetApi {
  render(container: HTMLElement, options: WidgetOptions): unknown;
}

interface WidgetOptions {
  readonly sitekey: string;
  readonly callback: (token: string) => void;
  readonly "error-callback": () => void;
}

/**
 * Shows the widget that the server has configured, if any, and waits for its
 * token. Never throws.
 * @param show makes room for the widget on the page
 */
export async function proveHuman({
  show,
}: {
  show: () => Promise<HTMLElement>;
}): Promise<Proof> {
  const widget = readMeta<Widget>("parley-challenge");
  if (widget === undefined) return { kind: "token", token: undefined };
  const container = await show();
  const api = await load(widget);
  if (api === undefined) return BLOCKED;
  return new Promise((resolve) => {
    try {
      api.render(container, {
        sitekey: widget.siteKey,
        callback: (token) => resolve({ kind: "token", token }),
        "error-callback": () => resolve(BLOCKED),
      });
    } catch {
      resolve(BLOCKED);
    }
  });
}

/** The page has its text. */
const BLOCKED: Refused = {
  kind: "refused",
  problem: { status: 0, slug: "challenge-blocked", title: "", detail: "" },
};

/** `undefined` if the script cannot be loaded. */
async function load({
  service,
  script,
}: Widget): Promise<WidgetApi | undefined> {
  const loaded = findApi(service);
  if (loaded !== undefined) return loaded;
  const element = document.createElement("script");
  element.src = script;
  await new Promise((resolve) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", resolve);
    document.head.append(element);
  });
  return findApi(service);
}

function findApi(service: string): WidgetApi | undefined {
  const api: unknown = Reflect.get(globalThis, service);
  return isWidgetApi(api) ? api : undefined;
}

function isWidgetApi(api: unknown): api is WidgetApi {
  return (
    typeof api === "object" &&
    api !== null &&
    "render" in api &&
    typeof api.render === "function"
  );
}
