import type { Report, SignInReport } from "../../../types/setup-report.ts";
import type { SignInStart } from "../../../types/sign-ins.ts";
import { action, complaint, paragraph, refusal, section } from "./section.ts";
import type { Words } from "./section.ts";
import type { Ask } from "./setup-api.ts";
import { create } from "./write.ts";

/** `reason`: in the page's language. */
type Started =
  Extract<SignInStart, { kind: "begun" }> | { kind: "failed"; reason: string };

/** The servers that want a sign-in; nothing if there are none. */
export function createSignInSections(
  words: Words,
  { report, ask }: { report: Report; ask: Ask },
): HTMLElement[] {
  if (!report.has_sign_ins) return [];
  const { texts } = words;
  const status = create("div", { role: "status" }, [texts.loading]);
  const part = section(words, {
    title: texts.signIns,
    content: [paragraph(words, texts.signInsText), status],
  });
  const show = async (): Promise<void> => {
    const answer = await ask<{ sign_ins: readonly SignInReport[] }>(
      "/sign-ins",
    );
    status.replaceChildren(
      ...(answer.kind === "ok"
        ? answer.body.sign_ins.flatMap((signIn) =>
            describe(words, { signIn, ask, show }),
          )
        : [refusal(words, answer)]),
    );
  };
  void show();
  return [part];
}

function describe(
  words: Words,
  {
    signIn,
    ask,
    show,
  }: { signIn: SignInReport; ask: Ask; show: () => Promise<void> },
): readonly Node[] {
  const { texts } = words;
  const { name } = signIn;
  const heading = create("h3", {}, [name]);
  if (signIn.by === "person")
    return [heading, paragraph(words, texts.signedInByEach)];
  const path = `/sign-ins/${name}`;
  const isIn = signIn.state === "signed-in";
  const state = {
    "signed-in":
      signIn.account === undefined ? texts.signedIn : texts.signedInAs,
    "signed-out": texts.signedOut,
    refused: texts.signInRefused,
  }[signIn.state];
  const since = new Date(signIn.since ?? 0);
  const begin = action(words, {
    label: isIn ? texts.signInAgain : texts.signIn,
    busy: texts.signingIn,
    isPrimary: !isIn,
    async run() {
      const answer = await ask<Started>(`${path}/begin`, {});
      if (answer.kind !== "ok") return [refusal(words, answer)];
      if (answer.body.kind === "failed")
        return [complaint(words, answer.body.reason)];
      location.assign(answer.body.url);
      return [];
    },
  });
  const end = action(words, {
    label: texts.signOut,
    busy: texts.loading,
    async run() {
      const answer = await ask(`${path}/end`, {});
      if (answer.kind !== "ok") return [refusal(words, answer)];
      await show();
      return [];
    },
  });
  return [
    heading,
    paragraph(words, state, {
      values: {
        account: signIn.account ?? "",
        since: since.toLocaleString(document.documentElement.lang),
      },
      look: isIn ? "good" : signIn.state === "refused" ? "bad" : "",
    }),
    begin,
    ...(signIn.state === "signed-out" ? [] : [end]),
  ];
}
