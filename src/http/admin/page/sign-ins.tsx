import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "../../../page/client/parts/language.tsx";
import type { Outcome } from "../../../page/client/parts/request.ts";
import type { SignInReport } from "../../../types/setup-report.ts";
import type { SignInStart } from "../../../types/sign-ins.ts";
import { Action, Complaint, Line, Refusal, Section } from "./elements.tsx";
import { ask, texts } from "./setup-state.ts";

/** `reason`: in the page's language. */
type Started =
  Extract<SignInStart, { kind: "begun" }> | { kind: "failed"; reason: string };

interface ListedSignIns {
  readonly sign_ins: readonly SignInReport[];
}

/** The servers that want a sign-in. */
export function SignIns() {
  const words = texts.value;
  const listed = useSignal<Outcome<ListedSignIns> | undefined>(undefined);
  async function load(): Promise<void> {
    listed.value = await ask<ListedSignIns>("/sign-ins");
  }
  useEffect(() => void load(), []);
  return (
    <Section title={words.signIns}>
      <Line text={words.signInsText} />
      <div role="status">
        {listed.value === undefined && words.loading}
        {listed.value?.kind === "done"
          ? listed.value.value.sign_ins.map((signIn) => (
              <SignIn key={signIn.name} signIn={signIn} onChange={load} />
            ))
          : listed.value && <Refusal failure={listed.value} />}
      </div>
    </Section>
  );
}

function SignIn(props: {
  signIn: SignInReport;
  onChange: () => Promise<void>;
}) {
  const { signIn, onChange } = props;
  const words = texts.value;
  const { name } = signIn;
  if (signIn.by === "person")
    return (
      <>
        <h3>{name}</h3>
        <Line text={words.signedInByEach} />
      </>
    );
  const path = `/sign-ins/${name}`;
  async function begin() {
    const answer = await ask<Started>(`${path}/begin`, {});
    if (answer.kind !== "done") return <Refusal failure={answer} />;
    if (answer.value.kind === "failed")
      return <Complaint detail={answer.value.reason} />;
    return location.assign(answer.value.url);
  }
  async function end() {
    const answer = await ask(`${path}/end`, {});
    if (answer.kind !== "done") return <Refusal failure={answer} />;
    return onChange();
  }
  const isIn = signIn.state === "signed-in";
  const state = {
    "signed-in":
      signIn.account === undefined ? words.signedIn : words.signedInAs,
    "signed-out": words.signedOut,
    refused: words.signInRefused,
  }[signIn.state];
  const since = new Date(signIn.since ?? 0).toLocaleString(language.value);
  return (
    <>
      <h3>{name}</h3>
      <Line
        text={state}
        values={{ account: signIn.account ?? "", since }}
        look={isIn ? "good" : signIn.state === "refused" ? "bad" : ""}
      />
      <Action
        label={isIn ? words.signInAgain : words.signIn}
        busy={words.signingIn}
        isPrimary={!isIn}
        run={begin}
      />
      {signIn.state !== "signed-out" && (
        <Action label={words.signOut} busy={words.loading} run={end} />
      )}
    </>
  );
}
