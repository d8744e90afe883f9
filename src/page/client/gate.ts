import type { Api, Failure } from "./api.ts";
import { describeFailure, toSentence } from "./descriptions.ts";
import { create, createButton, findElement, write } from "./elements.ts";

/**
 * The screens before a conversation: loading, password, human check and
 * failure.
 */
export interface Gate {
  showLoading(): void;
  /** Shows the password form until the password is right. */
  askForPassword(): void;
  /**
   * Asks the visitor to prove that they are human. Returns the element for the
   * widget.
   */
  askForProof(): HTMLElement;
  /** Shows why the conversation could not be opened. */
  showFailure(failure: Failure, options: { tryAgain: () => void }): void;
  open(): void;
}

export function createGate({
  api,
  onLoggedIn,
}: {
  api: Api;
  onLoggedIn: () => void;
}): Gate {
  const gate = findElement("gate", HTMLElement);
  const chat = findElement("chat", HTMLElement);

  function show(...content: HTMLElement[]): void {
    gate.replaceChildren(...content);
    gate.hidden = false;
    chat.hidden = true;
  }

  return {
    showLoading() {
      show(
        create("p", { class: "loading", role: "status" }, [
          (texts) => texts.loading,
        ]),
      );
    },

    askForPassword() {
      // Several requests may need the password; keep what is already typed.
      if (gate.querySelector("form") !== null && !gate.hidden) return;
      const { form, input } = createPasswordForm({ api, onLoggedIn });
      show(form);
      input.focus();
    },

    askForProof() {
      const container = create("div", { class: "widget" });
      show(
        create("div", { class: "card" }, [
          create("h2", {}, [(texts) => texts.proofTitle]),
          create("p", {}, [(texts) => texts.proofText]),
          container,
        ]),
      );
      return container;
    },

    showFailure(failure, { tryAgain }) {
      show(
        create("div", { class: "card", role: "alert" }, [
          create("h2", {}, [(texts) => describeFailure(failure, texts).title]),
          create("p", {}, [(texts) => describeFailure(failure, texts).detail]),
          createButton((texts) => texts.tryAgain, tryAgain, {
            class: "primary",
          }),
        ]),
      );
    },

    open() {
      gate.hidden = true;
      gate.replaceChildren();
      chat.hidden = false;
    },
  };
}

function createPasswordForm({
  api,
  onLoggedIn,
}: {
  api: Api;
  onLoggedIn: () => void;
}): { form: HTMLFormElement; input: HTMLInputElement } {
  const input = create("input", {
    id: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    "aria-describedby": "password-problem",
  });
  const problem = create("p", {
    id: "password-problem",
    class: "field-problem",
    role: "alert",
  });
  const button = create("button", { class: "primary" }, [
    (texts) => texts.logIn,
  ]);
  const form = create("form", { class: "card" }, [
    create("h2", {}, [(texts) => texts.passwordTitle]),
    create("p", {}, [(texts) => texts.passwordText]),
    create("label", { for: "password" }, [(texts) => texts.password]),
    input,
    problem,
    button,
  ]);

  async function logIn(): Promise<void> {
    button.disabled = true;
    const outcome = await api.logIn(input.value);
    button.disabled = false;
    if (outcome.kind === "done") {
      onLoggedIn();
      return;
    }
    write(problem, (texts) => {
      if (outcome.kind === "refused" && outcome.problem.status === 401) {
        return texts.wrongPassword;
      }
      return toSentence(describeFailure(outcome, texts));
    });
    input.setAttribute("aria-invalid", "true");
    input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void logIn();
  });
  return { form, input };
}
