import { Button } from "../../../page/client/parts/elements.tsx";
import {
  language,
  LanguageButton,
} from "../../../page/client/parts/language.tsx";
import { Action, Line, Refusal, Section } from "./elements.tsx";
import { Sections } from "./sections.tsx";
import { enterKey, key, load, report, texts } from "./setup-state.ts";

/** The whole page. Another language shows it afresh. */
export function App() {
  return (
    <>
      <header>
        <h1>{texts.value.title}</h1>
        <LanguageButton label={texts.value.other} />
      </header>
      <main key={language.value}>
        <Screen />
      </main>
    </>
  );
}

function Screen() {
  const words = texts.value;
  const loaded = report.value;
  if (loaded === undefined) return <p role="status">{words.loading}</p>;
  if (loaded.kind === "done") return <Sections report={loaded.value} />;
  const status = loaded.kind === "refused" ? loaded.problem.status : 0;
  if (status === 401) return <KeyForm />;
  if (status === 404)
    return (
      <Section title={words.closed}>
        <Line text={words.closedText} />
      </Section>
    );
  return (
    <section role="alert">
      <Refusal failure={loaded} />
      <div class="row">
        <Button onClick={() => void load()}>{words.retry}</Button>
      </div>
    </section>
  );
}

function KeyForm() {
  const words = texts.value;
  return (
    <Section title={words.keyTitle}>
      <Line text={words.keyText} />
      {key.value !== "" && (
        <p class="bad" role="alert">
          {words.wrongKey}
        </p>
      )}
      <Action
        label={words.open}
        busy={words.loading}
        isPrimary
        field={{ label: words.keyLabel, value: "", isSecret: true }}
        run={enterKey}
      />
    </Section>
  );
}
