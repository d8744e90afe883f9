import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Failure } from "../../../page/client/parts/request.ts";
import { texts } from "./current-texts.ts";
import { Problem } from "./elements.tsx";
import { signIn } from "./session.ts";

const NOT_FOUND = 404;

export function SignIn({ failure }: { failure: Failure | undefined }) {
  const words = texts.value;
  const key = useSignal("");
  const isBusy = useSignal(false);
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => box.current?.select(), [failure]);
  if (failure?.kind === "refused" && failure.problem.status === NOT_FOUND)
    return <p class="card">{words.consoleOff}</p>;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    isBusy.value = true;
    await signIn(key.value.trim());
    isBusy.value = false;
  }

  return (
    <form class="card" onSubmit={(event) => void submit(event)}>
      <label>
        {words.key}
        <input
          ref={box}
          type="password"
          autocomplete="current-password"
          required
          value={key.value}
          aria-describedby="key-hint"
          onInput={({ currentTarget }) => (key.value = currentTarget.value)}
        />
      </label>
      <p id="key-hint" class="note">
        {words.keyHint}
      </p>
      {failure && <Problem failure={failure} />}
      <button type="submit" class="primary" disabled={isBusy.value}>
        {words.signIn}
      </button>
    </form>
  );
}
