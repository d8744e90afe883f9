export interface WikipediaPage {
  readonly pageid: number;
  readonly language: "en" | "zh";
  readonly title: string;
  /** Plain text before the first heading. */
  readonly extract: string;
}

/** A tiny encyclopaedia with texts of our own. */
export const WIKIPEDIA_PAGES: readonly WikipediaPage[] = [
  {
    pageid: 101,
    language: "en",
    title: "Ada Lovelace",
    extract:
      "Ada Lovelace (10 December 1815 – 27 November 1852) was an English mathematician who was born in London. In her notes on Charles Babbage's Analytical Engine she described how such a machine could calculate Bernoulli numbers, which many call the first computer program.",
  },
  {
    pageid: 102,
    language: "en",
    title: "Charles Babbage",
    extract:
      "Charles Babbage (1791–1871) was an English inventor. He designed the Difference Engine and the Analytical Engine, for which Ada Lovelace wrote notes.",
  },
  {
    pageid: 103,
    language: "en",
    title: "Great Wall of China",
    extract:
      "The Great Wall of China is a series of fortifications in northern China. A survey of 2012 measured all its branches together at 21,196 km.",
  },
  {
    pageid: 104,
    language: "en",
    title: "Mount Everest",
    extract:
      "Mount Everest is the highest mountain on Earth above sea level. China and Nepal gave its height as 8,848.86 m in 2020.",
  },
  {
    pageid: 105,
    language: "en",
    title: "Python (programming language)",
    extract:
      "Python is a high-level programming language. Guido van Rossum released its first version in 1991 and named it after Monty Python's Flying Circus.",
  },
  {
    pageid: 106,
    language: "en",
    title: "Pythonidae",
    extract:
      "Pythons are a family of snakes without venom. They live in Africa, Asia and Australia.",
  },
  {
    pageid: 201,
    language: "zh",
    title: "长城",
    extract:
      "长城是中国北方的古代防御工程。2012年公布的测量结果显示，历代长城总长21196.18千米。",
  },
  {
    pageid: 202,
    language: "zh",
    title: "珠穆朗玛峰",
    extract:
      "珠穆朗玛峰是世界海拔最高的山峰，位于中国与尼泊尔边界。2020年测得的高度为8848.86米。",
  },
  {
    pageid: 203,
    language: "zh",
    title: "爱达·勒芙蕾丝",
    extract:
      "爱达·勒芙蕾丝是英国数学家，1815年生于伦敦，常被称为第一位程序员。",
  },
];
