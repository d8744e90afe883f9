/** Marks in the contents where the reader is, by the last heading in the upper part of the window. */
export function markPlace() {
  const contents = document.querySelector("nav");
  const places = [...contents.querySelectorAll("a")].map((link) => ({
    link,
    heading: document.getElementById(link.hash.slice(1)),
  }));
  let marked;

  const mark = () => {
    const line = innerHeight / 4;
    const link = places.findLast(
      ({ heading }) => heading.getBoundingClientRect().top < line,
    )?.link;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    marked = link;
    if (link !== undefined) showIn(contents, link);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** The contents alone may scroll for it, never the page. */
function showIn(contents, link) {
  const outer = contents.getBoundingClientRect();
  const { top, bottom } = link.getBoundingClientRect();
  if (top < outer.top || bottom > outer.bottom)
    contents.scrollTop += top - outer.top - outer.height / 2;
}
