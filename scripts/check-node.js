/**
 * Runs in `npm ci`: where no package brings Node, the machine's own runs the
 * scripts, which are TypeScript with `using`. JavaScript itself, so that any
 * Node reads it.
 */
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `Parley needs Node ${OLDEST} or newer, and this is ${process.version}. For this platform (${process.platform}, ${process.arch}) npm has no package of it: install it from https://nodejs.org, then run npm ci again.`,
  );
  process.exit(1);
}
