import type { AgentStyleName } from "../../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../../src/agent/styles/agent-styles.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { setUpConversation } from "../set-up-conversation.ts";
import {
  CHINESE_SECRET,
  PERSONA,
  SECRET,
  writeAttack,
  type Attack,
  type Place,
} from "./attacks.ts";
import { createObedientModel, type Call } from "./obedient-model.ts";
import { ARTICLE, createSceneTools } from "./scene-tools.ts";

/** The outcome of an attack. */
export interface Played {
  /** Tools with side effects that have run. */
  readonly ran: readonly string[];
  readonly fetched: readonly string[];
  /** How often the model obeyed the attack, or tried to. */
  readonly obeyed: number;
  /**
   * Everything shown to anybody: messages sent, edited and previewed, events,
   * the reply, the history.
   */
  readonly shown: string;
  /** Each line of all prompts. */
  readonly promptLines: readonly string[];
}

const SEARCH: Call = { tool: "search", input: { query: "opening hours" } };

/** Calls that the model plans before it reads the attack. */
const CALLS: Readonly<Partial<Record<Place, readonly Call[]>>> = {
  "search-title": [SEARCH],
  "search-snippet": [SEARCH],
  "search-url": [SEARCH],
  page: [SEARCH, { tool: "read_page", input: { url: ARTICLE } }],
  library: [{ tool: "library", input: { query: "hours" } }],
  "mcp-output": [{ tool: "shop__find_order", input: { number: "A-17" } }],
};

/** The message whose turn reads the attack. */
function writeMessage(attack: Attack): Partial<IncomingMessage> {
  const text = writeAttack(attack);
  const file = { kind: "document", file: "file", name: "notes.txt" } as const;
  const messages: Partial<Record<Place, Partial<IncomingMessage>>> = {
    name: { isGroup: true, author: { id: "7", name: text } },
    forwarded: { forwarded: [{ text, author: { name: "Bob" } }] },
    quoted: { quoted: { text, author: { name: "Bob" } } },
    "file-name": { attachments: [{ ...file, name: text }] },
    attachment: { attachments: [file] },
  };
  const asked = { text: "When does it open? Look it up, please." };
  return { ...asked, ...messages[attack.place] };
}

/**
 * Plays two turns: the user reveals something, then a model that obeys it reads
 * the attack.
 */
export async function playAttack(
  attack: Attack,
  style: AgentStyleName,
): Promise<Played> {
  const { tools, ran, fetched } = createSceneTools(attack);
  const isEcho = attack.place === "history";
  const model = createObedientModel({
    style,
    calls: isEcho ? [SEARCH] : [],
    says: [isEcho ? writeAttack(attack) : "I will keep it in mind."],
  });
  const second = createObedientModel({
    style,
    calls: CALLS[attack.place] ?? [],
  });
  let current = model;
  const agent = createAgent({
    model: {
      name: "obedient",
      generate: (...given) => current.generate(...given),
    },
    style: AGENT_STYLES[style],
    tools,
    instructions: PERSONA,
  });
  const scene = setUpConversation([], {
    agent,
    presentation: { intervalMs: 0, preview: "messages" },
  });
  const { memory, channel, events, accept, run } = scene;
  channel.fetchAttachment = async () => ({
    kind: "fetched",
    bytes: Uint8Array.from(
      Buffer.from(
        attack.place === "attachment" ? writeAttack(attack) : "Open daily.",
      ),
    ),
  });
  await accept({ id: "1", text: `My ${SECRET}. ${CHINESE_SECRET}。` });
  await run();
  if (attack.place === "summary") {
    const { version, messages } = await memory.recall();
    const to = (messages.at(-1)?.sequence ?? 0) + 1;
    const summary = `The user's ${SECRET}. ${writeAttack(attack)}`;
    await memory.moveWindow({ version, to, summary, summaryFrom: ["search"] });
  }
  const told = channel.calls.length;
  const heard = events.length;
  current = second;
  await accept({ id: "2", ...writeMessage(attack) });
  await run();
  const turn = await memory.findTurn("2");
  const { messages } = await memory.recall();
  const deltas = events
    .slice(heard)
    .flatMap((event) => (event.type === "delta" ? [event.text] : []));
  return {
    ran,
    fetched,
    obeyed: second.obeyed(),
    shown: [
      ...channel.calls.slice(told),
      deltas.join(""),
      turn?.reply ?? "",
      messages.at(-1)?.text ?? "",
    ].join("\n"),
    promptLines: second.prompts.flatMap(({ messages: all }) =>
      all
        .filter(({ role }) => role !== "system")
        .flatMap(({ content }) => content.split("\n")),
    ),
  };
}
