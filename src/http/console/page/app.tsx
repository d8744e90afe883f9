import { Button } from "../../../page/client/parts/elements.tsx";
import { LanguageButton } from "../../../page/client/parts/language.tsx";
import { ThemeList } from "../../../page/client/parts/theme.tsx";
import { Toast } from "../../../page/client/parts/toast.tsx";
import { Actions } from "./actions.tsx";
import type { Session } from "./console-api.ts";
import { Conversations } from "./conversations.tsx";
import { texts } from "./current-texts.ts";
import { Deliveries } from "./deliveries.tsx";
import { Library } from "./library.tsx";
import { linkTo, place, VIEWS } from "./place.ts";
import { Questions } from "./questions.tsx";
import { sessionState, signOut } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { Usage } from "./usage.tsx";

/** The whole console. */
export function App() {
  const state = sessionState.value;
  const words = texts.value;
  return (
    <>
      <header class="top">
        <h1>{words.title}</h1>
        {state.kind === "open" && <Navigation />}
        <span class="tools">
          <LanguageButton label={words.otherLanguage} />
          <ThemeList label={words.theme} names={words.themes} />
          {state.kind === "open" && (
            <Button
              class="quiet"
              title={words.signedInAs(state.session.operator)}
              onClick={() => void signOut()}
            >
              {words.signOut}
            </Button>
          )}
        </span>
      </header>
      <main>
        {state.kind === "opening" && (
          <p class="note" role="status">
            {words.loading}
          </p>
        )}
        {state.kind === "closed" && <SignIn failure={state.failure} />}
        {state.kind === "open" && <OpenView session={state.session} />}
      </main>
      <Toast />
    </>
  );
}

function Navigation() {
  const words = texts.value;
  return (
    <nav aria-label={words.navigation}>
      {VIEWS.map((view) => (
        <a
          key={view}
          href={linkTo({ view })}
          aria-current={place.value.view === view ? "page" : undefined}
        >
          {words.views[view]}
        </a>
      ))}
    </nav>
  );
}

function OpenView({ session }: { session: Session }) {
  switch (place.value.view) {
    case "conversations":
      return <Conversations session={session} />;
    case "questions":
      return <Questions session={session} />;
    case "deliveries":
      return <Deliveries />;
    case "usage":
      return <Usage />;
    case "library":
      return <Library session={session} />;
    case "actions":
      return <Actions />;
  }
}
