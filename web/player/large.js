// Text may be large because a browser, a phone or a person has made it so, and only the first is known to a media
// query: the page is told by its own root.

/** A page that has room for so few of its own letters. */
const LARGE_REM = 14.2;

export function followTextSize(root) {
  const look = () => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    document.documentElement.classList.toggle("large", innerWidth < LARGE_REM * rem);
  };
  look();
  // What surrounds the page is measured in rem, and changes with it. Not within the observation: that would make another.
  new ResizeObserver(() => requestAnimationFrame(look)).observe(root);
}
