/**
 * Of the shadow tree, which the site's styles do not reach. In pixels: many
 * sites have a `rem` of 10 pixels.
 */
export const STYLE = `
:host { all: initial; --color: var(--parley-color, #0b6e66); --on-color: var(--parley-on-color, #fff); }
:host([hidden]) { display: none !important; }
:host([data-inline]) { display: block; height: 576px; }
button { display: grid; place-items: center; border: 0; cursor: pointer; background: var(--color); color: var(--on-color); }
button:focus-visible { outline: 3px solid var(--color); outline-offset: 3px; }
svg { width: 1.5em; height: 1.5em; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
iframe { display: block; flex: 1; width: 100%; height: 100%; border: 0; color-scheme: normal; }
.launcher, .panel { position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; }
.launcher { width: 56px; height: 56px; border-radius: 50%; font-size: 16px; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
.panel { display: flex; flex-direction: column; bottom: 92px; width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 120px)); overflow: hidden; border-radius: 16px; box-shadow: 0 8px 40px rgb(0 0 0 / 30%); }
.panel[hidden] { display: none; }
:host([data-position="left"]) :is(.launcher, .panel) { right: auto; left: 20px; }
.bar { display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 4px 16px; background: var(--color); color: var(--on-color); font: 600 16px/1.4 system-ui, sans-serif; }
.bar span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.close { width: 44px; height: 44px; border-radius: 12px; font-size: 12px; }
.close:focus-visible { outline-color: currentColor; outline-offset: -4px; }
@media (max-width: 480px) {
  .panel { inset: 0 !important; z-index: 2147483001; width: auto; height: 100dvh; border-radius: 0; }
}
`;
