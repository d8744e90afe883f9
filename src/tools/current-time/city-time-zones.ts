/**
 * Cities that people name, but that no IANA name holds. In Chinese: a few that nobody takes for another one, since the
 * database has none of them. In English: Beijing alone, whose time is the official one of China, kept as Asia/Shanghai.
 * Of San Francisco or Washington there are several, so that models are asked for the zone.
 */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  "Asia/Shanghai": ["beijing", "北京", "上海"],
  "Asia/Hong_Kong": ["香港"],
  "Asia/Taipei": ["台北", "臺北"],
  "Asia/Tokyo": ["东京", "東京"],
  "Asia/Seoul": ["首尔", "首爾"],
  "Asia/Singapore": ["新加坡"],
  "Asia/Bangkok": ["曼谷"],
  "Asia/Dubai": ["迪拜", "杜拜"],
  "Europe/Moscow": ["莫斯科"],
  "Europe/Berlin": ["柏林"],
  "Europe/Paris": ["巴黎"],
  "Europe/London": ["伦敦", "倫敦"],
  "America/New_York": ["纽约", "紐約"],
  "America/Los_Angeles": ["洛杉矶", "洛杉磯"],
  "Australia/Sydney": ["悉尼", "雪梨"],
};

/** The time zone of each city, by its name in small letters. */
export const CITY_TIME_ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries(ZONES).flatMap(([zone, cities]) =>
    cities.map((city) => [city, zone] as const),
  ),
);
