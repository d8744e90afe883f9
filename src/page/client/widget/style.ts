/** Of the shadow tree, which the site's styles do not reach. */
export const STYLE = `
:host { --color: var(--parley-color, #0b6e66); --on-color: var(--parley-on-color, #fff); }
:host([data-inline]) { display: block; height: 36rem; }
button { display: grid; place-items: center; border: 0; cursor: pointer; background: var(--color); color: var(--on-color); }
button:focus-visible { outline: 3px solid var(--color); outline-offset: 3px; }
svg { width: 1.5em; height: 1.5em; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
iframe { display: block; flex: 1; width: 100%; height: 100%; border: 0; color-scheme: normal; }
.launcher, .panel { position: fixed; inset: auto 1.25rem 1.25rem auto; z-index: 2147483000; }
.launcher { width: 3.5rem; height: 3.5rem; border-radius: 50%; font-size: 1rem; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
.panel { display: flex; flex-direction: column; bottom: 5.75rem; width: min(25rem, calc(100vw - 2.5rem)); height: min(40rem, calc(100dvh - 7.5rem)); overflow: hidden; border-radius: 1rem; box-shadow: 0 8px 40px rgb(0 0 0 / 30%); }
.panel[hidden] { display: none; }
:host([data-position="left"]) :is(.launcher, .panel) { inset-inline: 1.25rem auto; }
.bar { display: flex; align-items: center; justify-content: space-between; padding: 0.25rem 0.25rem 0.25rem 1rem; background: var(--color); color: var(--on-color); font: 600 1rem/1.4 system-ui, sans-serif; }
.bar span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.close { width: 2.75rem; height: 2.75rem; border-radius: 0.75rem; font-size: 0.75rem; }
.close:focus-visible { outline-color: currentColor; outline-offset: -4px; }
@media (max-width: 30rem) {
  .panel { inset: 0 !important; z-index: 2147483001; width: auto; height: 100dvh; border-radius: 0; }
}
`;
