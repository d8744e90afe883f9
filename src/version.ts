/** As in `package.json`; a test keeps the two the same. */
export const VERSION = "0.1.0";
