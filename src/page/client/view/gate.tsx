import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../current-texts.ts";
import { describeFailure, toSentence } from "../descriptions.ts";
import { Button } from "../parts/elements.tsx";
import type { Failure } from "../parts/request.ts";
import { api, chat } from "../state/page-state.ts";

/**
 * The screens before a conversation: loading, password, human check and
 * failure.
 */
export function Gate() {
  return (
    <div id="gate" class="gate" hidden={chat.gate.value.kind === "open"}>
      <Screen />
    </div>
  );
}

function Screen() {
  const words = texts.value;
  const screen = chat.gate.value;
  switch (screen.kind) {
    case "open":
      return null;
    case "loading":
      return (
        <p class="loading" role="status">
          {words.loading}
        </p>
      );
    case "password":
      return <PasswordForm />;
    case "proof":
      return (
        <div class="card">
          <h2>{words.proofTitle}</h2>
          <p>{words.proofText}</p>
          <div
            class="widget"
            ref={(place) => {
              if (place !== null) screen.mount(place);
            }}
          />
        </div>
      );
    case "failure": {
      const { title, detail } = describeFailure(screen.failure, words);
      return (
        <div class="card" role="alert">
          <h2>{title}</h2>
          <p>{detail}</p>
          <Button class="primary" onClick={chat.restart}>
            {words.tryAgain}
          </Button>
        </div>
      );
    }
  }
}

/**
 * Stays, with what is already typed, when several requests need the password.
 */
function PasswordForm() {
  const input = useRef<HTMLInputElement>(null);
  const isBusy = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  const words = texts.value;
  useLayoutEffect(() => input.current?.focus(), []);

  async function logIn(): Promise<void> {
    isBusy.value = true;
    const outcome = await api.logIn(input.current?.value ?? "");
    isBusy.value = false;
    if (outcome.kind === "done") return chat.restart();
    failure.value = outcome;
    input.current?.select();
  }

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void logIn();
  }

  return (
    <form class="card" onSubmit={onSubmit}>
      <h2>{words.passwordTitle}</h2>
      <p>{words.passwordText}</p>
      <label for="password">{words.password}</label>
      <input
        ref={input}
        id="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby="password-problem"
        aria-invalid={failure.value ? "true" : undefined}
      />
      <p id="password-problem" class="field-problem" role="alert">
        {failure.value && describe(failure.value)}
      </p>
      <button class="primary" disabled={isBusy.value}>
        {words.logIn}
      </button>
    </form>
  );
}

function describe(failure: Failure): string {
  return failure.kind === "refused" && failure.problem.status === 401
    ? texts.value.wrongPassword
    : toSentence(describeFailure(failure, texts.value));
}
