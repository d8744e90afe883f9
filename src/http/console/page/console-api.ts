import {
  readBody,
  request,
  type Call,
  type Outcome,
} from "../../../page/client/parts/request.ts";
import type { LibraryAnswer } from "../../../types/library.ts";
import type {
  toActionBody,
  toDeliveryBody,
  toTranscriptBody,
  toTurnBody,
  toTurnDetails,
  toUsageBody,
} from "../bodies.ts";

export type TurnBody = ReturnType<typeof toTurnBody> & {
  /** By which a search has found the conversation. */
  readonly title?: string;
  readonly wanted?: TranscriptBody["wanted"];
};
export type TurnDetails = ReturnType<typeof toTurnDetails>;
export type TranscriptBody = ReturnType<typeof toTranscriptBody>;
export type UsageBody = ReturnType<typeof toUsageBody>;
export type DeliveryBody = ReturnType<typeof toDeliveryBody>;
export type ActionBody = ReturnType<typeof toActionBody>;

export interface Session {
  readonly operator: string;
  readonly shows_texts: boolean;
  readonly channels: readonly string[];
  readonly has_library: boolean;
}

export interface DocumentBody {
  readonly name: string;
  readonly title: string;
  readonly passages: number;
  readonly added_at: string;
}

export interface Bodies {
  "/session": Session;
  "/api/conversations": {
    readonly conversations: readonly TurnBody[];
    readonly next: string | null;
  };
  "/api/conversations/{id}": TranscriptBody;
  "/api/conversations/{id}/turns/{id}": TurnDetails;
  "/api/questions": {
    readonly questions: readonly TurnBody[];
    readonly next: string | null;
  };
  "/api/deliveries": {
    readonly deliveries: readonly DeliveryBody[];
    readonly next: string | null;
  };
  "/api/usage": {
    readonly from: string;
    readonly to: string;
    readonly usage: readonly UsageBody[];
  };
  "/api/library/documents": { readonly documents: readonly DocumentBody[] };
  "/api/library/search": LibraryAnswer;
  "/api/audit": {
    readonly actions: readonly ActionBody[];
    readonly next: string | null;
  };
}

export type Query = Readonly<Record<string, string | undefined>>;

/**
 * The address of a resource under `/console`. Each `{id}` of the pattern is
 * replaced by one of the ids; empty parameters are left out.
 */
export function addressOf(
  pattern: string,
  { ids = [], query = {} }: { ids?: readonly string[]; query?: Query } = {},
): string {
  const left = [...ids];
  const path = pattern.replaceAll("{id}", () =>
    encodeURIComponent(left.shift() ?? ""),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  const parameters = new URLSearchParams(given).toString();
  return `/console${path}${parameters === "" ? "" : `?${parameters}`}`;
}

/** Reads a resource. Never throws. */
export async function read<Path extends keyof Bodies>(
  path: Path,
  options: { ids?: readonly string[]; query?: Query } = {},
): Promise<Outcome<Bodies[Path]>> {
  return readBody(await request(addressOf(path, options)));
}

/** Changes something. Never throws. */
export function change(
  path: string,
  { ids = [], ...call }: Call & { ids?: readonly string[] },
): Promise<Outcome<Response>> {
  return request(addressOf(path, { ids }), call);
}
