const MAX_ZONES = 5;
/** Letters that two names have to begin with. */
const MIN_SHARED = 5;

/** IANA names whose city a text holds (`Tokyo, Japan`) or begins like (`Shangai`). */
export function similarTimeZones(text: string): readonly string[] {
  const words = toLetters(text.slice(text.lastIndexOf("/") + 1));
  const beginning = words.slice(0, MIN_SHARED);
  return Intl.supportedValuesOf("timeZone")
    .filter((zone) => {
      const city = toLetters(zone.slice(zone.lastIndexOf("/") + 1));
      return (
        words.includes(city) ||
        (beginning.length === MIN_SHARED && city.startsWith(beginning))
      );
    })
    .slice(0, MAX_ZONES);
}

function toLetters(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}
