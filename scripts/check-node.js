/**
 * Runs in `npm ci`: where no package brings Node, the machine's own runs the
 * scripts, which are TypeScript. JavaScript itself, so that any Node reads it.
 */
const OLDEST = [22, 18];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Parley needs Node ${OLDEST.join(".")} or newer, and this is ${process.version}. On this platform (${process.platform}, ${process.arch}) no package brings it: install it from https://nodejs.org, then run npm ci again.`,
  );
  process.exit(1);
}
