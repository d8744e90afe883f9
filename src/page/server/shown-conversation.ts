import type {
  Archive,
  ConversationRecord,
  RecordedMessage,
} from "../../types/archive.ts";
import type {
  ConversationBody,
  ShownMessage,
  ShownModel,
} from "../../types/page.ts";
import type { Turn } from "../../types/turn.ts";
import { readPages, SEARCHED_MESSAGES } from "./conversations.ts";

/** The model and the bot, as the page names them. */
export interface PageState {
  readonly model: ShownModel;
  readonly botName: string;
  /** Set if the visitor has signed in with a password. */
  readonly canSignOut?: boolean;
}

/**
 * What the page shows of a conversation: its newest messages, and older ones
 * back to a turn that a search may have found. The API exports all.
 */
export async function readShown(
  archive: Pick<Archive, "read">,
  conversation: string,
  turn?: string,
): Promise<ConversationRecord | undefined> {
  let newest: ConversationRecord | undefined;
  let messages: readonly RecordedMessage[] = [];
  const pages = readPages(archive, conversation, SEARCHED_MESSAGES);
  for await (const page of pages) {
    newest ??= page;
    messages = [...page.messages, ...messages];
    if (turn === undefined || hasTurn(page, turn))
      return { ...newest, messages };
  }
  return newest;
}

function hasTurn(
  { messages, openTurns }: ConversationRecord,
  id: string,
): boolean {
  return (
    messages.some(({ turn }) => turn === id) ||
    openTurns.some((turn) => turn.id === id)
  );
}

/** A conversation for the page; a new one has no record. */
export function toConversationBody(
  { model, canSignOut }: PageState,
  record?: ConversationRecord,
): ConversationBody {
  return {
    model,
    ...(canSignOut && { can_sign_out: true }),
    ...((record?.owner ?? record?.wanted) && { with_person: true }),
    ...(record?.link?.members?.length && { is_linked: true }),
    messages: (record?.messages ?? []).map(
      ({ turn, role, text, said, note = "", at, rating, ...more }) => ({
        turn,
        role,
        ...(more.origin && { origin: more.origin.kind }),
        text: (said?.text ?? text) + note,
        ...(said !== undefined && { files: said.files }),
        ...(more.versions && { versions: more.versions }),
        at,
        steps: more.steps,
        has_sources: more.hasSources,
        ...(rating && { thumb: rating.thumb }),
        ...(role === "assistant" && toQuestion(record?.questions, turn)),
      }),
    ),
    open: (record?.openTurns ?? [])
      .filter(({ message }) => message.origin === undefined)
      .map((turn, index) =>
        toOpenTurn(turn, index === 0 ? record?.nextVersions : undefined),
      ),
  };
}

function toQuestion(
  questions: ConversationRecord["questions"],
  turn: string,
): Pick<ShownMessage, "question"> {
  const asked = questions?.find((one) => one.turn === turn);
  return asked
    ? { question: { kind: asked.kind, buttons: asked.buttons } }
    : {};
}

function toOpenTurn(
  { id: turn, message: { text, attachments } }: Turn,
  earlier: readonly string[] | undefined,
): ConversationBody["open"][number] {
  const files = attachments.map(({ name = "" }) => name);
  return {
    turn,
    text,
    ...(files.length > 0 && { files }),
    ...(earlier && { versions: [...earlier, turn] }),
  };
}
