import { distinctSources } from "../channels/markdown/distinct-sources.ts";
import type {
  Answer,
  ChannelRoute,
  ReceivingChannel,
  TurnAnswer,
  TurnProgress,
} from "../types/channel.ts";
import { BusyError } from "../types/errors.ts";
import type { Mailbox } from "../types/mailbox.ts";
import { isEcho } from "../types/message.ts";
import { errorResponse } from "./error-response.ts";
import { problemResponse } from "./problems.ts";
import { sourcesOf } from "./reply-body.ts";
import { waitForTurn, type WaitedTurn } from "./wait-for-turn.ts";

/** The routes of the channels of platforms. */
export interface Receiver {
  /** `undefined`: the request is for none of them. */
  receive(request: Request): Promise<Response | undefined>;
  methodsAt(path: string): readonly string[];
}

type Load = () => Promise<Pick<ReceivingChannel, "receive">>;

/**
 * Separate from the app, so that a cold start for a message loads none of its
 * other routes.
 * @param receiving the channels that are on, by name
 */
export function createReceiver({
  channels,
  receiving,
  mailbox,
}: {
  channels: readonly {
    readonly definition: {
      readonly name: string;
      readonly routes: readonly ChannelRoute[];
    };
  }[];
  receiving: ReadonlyMap<string, Load>;
  mailbox: Pick<Mailbox, "deliver" | "watch">;
}): Receiver {
  const table = channels.flatMap(({ definition: { name, routes } }) => {
    const load = receiving.get(name);
    return load === undefined
      ? []
      : routes.map(({ method, path }) => ({
          method,
          path: `/${name}${path}`,
          load,
        }));
  });
  return {
    methodsAt: (path) =>
      table.filter((route) => route.path === path).map(({ method }) => method),

    async receive(request) {
      const { pathname } = new URL(request.url);
      const method = request.method === "HEAD" ? "GET" : request.method;
      const route = table.find(
        ({ path, ...each }) => path === pathname && each.method === method,
      );
      if (route === undefined) return undefined;
      try {
        return await receiveRequest(request, { load: route.load, mailbox });
      } catch (error) {
        return errorResponse(error, { route: pathname });
      }
    },
  };
}

/**
 * Passes a request to its channel and delivers the messages. Responds with 2xx
 * once all are stored; after any other status the platform redelivers. If a
 * conversation has too many waiting messages, the message is not stored and the
 * mailbox notifies its author. Nobody notifies the author of an echo, so the
 * platform is asked to redeliver it.
 */
async function receiveRequest(
  request: Request,
  {
    load,
    mailbox,
  }: {
    load: Load;
    mailbox: Pick<Mailbox, "deliver" | "watch">;
  },
): Promise<Response> {
  const channel = await load();
  const reception = await channel.receive(request);
  if (reception.kind === "refused") return problemResponse(reception.problem);
  let isEchoRefused = false;
  for (const message of reception.messages) {
    const { kind } = await mailbox.deliver(message);
    isEchoRefused ||= kind === "full" && isEcho(message);
  }
  // Any other message is acknowledged even if the mailbox rejects it: the
  // platform would redeliver for hours and hold back the rest of the chat.
  if (isEchoRefused)
    throw new BusyError({ reason: "echo refused", retryAfterMs: 60_000 });
  return toResponse(reception.answer, { mailbox, request });
}

async function toResponse(
  answer: Answer | TurnAnswer | undefined,
  {
    mailbox,
    request: { signal },
  }: { mailbox: Pick<Mailbox, "watch">; request: Request },
): Promise<Response> {
  if (answer === undefined) return new Response(null, { status: 200 });
  if ("body" in answer) return bodyResponse(answer);
  const end = await waitForTurn({ ...answer, mailbox, signal });
  return bodyResponse(await answer.write(toProgress(end)));
}

function toProgress(end: WaitedTurn): TurnProgress {
  switch (end.type) {
    case "end": {
      const sources = distinctSources(sourcesOf(end.turn));
      return { text: end.turn.reply ?? "", hasEnded: true, sources };
    }
    case "forgotten":
      return { text: "", hasEnded: true, sources: [] };
    // The platform asks again.
    case "open": {
      const waiting = end.isRetried && { isWaiting: true as const };
      return { text: end.text, hasEnded: false, ...waiting, sources: [] };
    }
  }
}

function bodyResponse({ type, body }: Answer): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8` },
  });
}
