import { signal } from "@preact/signals";
import type { Failure } from "../../../page/client/parts/request.ts";
import { showToast } from "../../../page/client/parts/toast.tsx";
import { change, read, type Session } from "./console-api.ts";
import { texts } from "./current-texts.ts";

export type SessionState =
  | { readonly kind: "opening" }
  | { readonly kind: "closed"; readonly failure?: Failure }
  | { readonly kind: "open"; readonly session: Session };

export const sessionState = signal<SessionState>({ kind: "opening" });

const UNAUTHORIZED = 401;

/**
 * Goes on with the session of this browser, if there is one, or signs in with
 * the key in the link that `npm run dev` prints. A fragment is not sent to
 * servers.
 */
export async function openSession(): Promise<void> {
  const linked = new URLSearchParams(location.hash.slice(1)).get("token");
  if (linked !== null) {
    history.replaceState(null, "", location.pathname);
    return signIn(linked);
  }
  const outcome = await read("/session");
  if (outcome.kind === "done")
    sessionState.value = { kind: "open", session: outcome.value };
  else if (isSignedOut(outcome)) sessionState.value = { kind: "closed" };
  else sessionState.value = { kind: "closed", failure: outcome };
}

export async function signIn(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const outcome = await change("/session", { method: "POST", headers });
  if (outcome.kind === "done") await openSession();
  else sessionState.value = { kind: "closed", failure: outcome };
}

export async function signOut(): Promise<void> {
  const outcome = await change("/session", { method: "DELETE" });
  // Otherwise the browser still has its session.
  if (outcome.kind === "done" || isSignedOut(outcome))
    sessionState.value = { kind: "closed" };
  else showToast({ text: () => texts.value.unreachable });
}

/** Shows the sign-in again once the session has ended. */
export function noteFailure(failure: Failure): void {
  if (isSignedOut(failure)) sessionState.value = { kind: "closed" };
}

function isSignedOut(failure: Failure): boolean {
  return failure.kind === "refused" && failure.problem.status === UNAUTHORIZED;
}
