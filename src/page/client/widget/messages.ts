import { asObject } from "../../../text/json.ts";

/** What the site's script sends to the frame. */
export type SiteMessage =
  | {
      readonly parley: "start";
      /** A JWT of the site; missing for strangers. */
      readonly identity?: string | undefined;
      readonly greeting?: string | undefined;
      /** An IETF tag. */
      readonly language?: string | undefined;
    }
  /** Another person is there. */
  | { readonly parley: "restart" }
  /** The visitor has opened the panel. */
  | { readonly parley: "focus" };

/** What the frame sends to the site's script. Holds no data of people. */
export interface FrameMessage {
  readonly parley: "ready" | "close";
}

/** `undefined` if the message is none of ours. */
export function readSiteMessage(data: unknown): SiteMessage | undefined {
  const { parley, identity, greeting, language } = asObject(data);
  if (parley === "restart" || parley === "focus") return { parley };
  return parley === "start"
    ? {
        parley,
        identity: toText(identity),
        greeting: toText(greeting),
        language: toText(language),
      }
    : undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
