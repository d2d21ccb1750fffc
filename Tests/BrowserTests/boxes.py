"""Measures where things are drawn: what is outside of where it may be, cut off, or on top of something else."""

# `margin`: the part of the screen's width and height that must stay free on each side. `whole`: names of up to so many
# characters are never cut; longer ones may end in an ellipsis.
FAULTS = """
({ roots, margin, whole }) => {
  const found = [];
  // What turns for ever has corners that are nowhere in particular.
  for (const motion of document.getAnimations()) {
    if (motion.effect.getComputedTiming().endTime === Infinity) motion.currentTime = 0;
  }
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const told = (element) => `${element.localName}.${element.getAttribute("class") ?? ""} "${element.textContent.trim().replace(/\\s+/g, " ").slice(0, 24)}"`;
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getBoundingClientRect().width > 1;
  const all = [...document.querySelectorAll(roots.split(", ").map((root) => `${root} *`).join(", "))]
    .filter((element) => isSeen(element) && !element.parentElement.closest("svg") && !element.closest(".unseen"));
  const edge = { left: innerWidth * margin - 1, top: innerHeight * margin - 1,
                 right: innerWidth * (1 - margin) + 1, bottom: innerHeight * (1 - margin) + 1 };

  // Text as it is drawn: what its element cuts off is not there.
  const inside = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
                              right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const cuts = (element) => getComputedStyle(element).overflowX !== "visible" || getComputedStyle(element).overflowY !== "visible";
  const boxesOf = (element) => {
    if (element.matches("img, svg, progress, input")) return [element.getBoundingClientRect()];
    const range = document.createRange();
    return [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).flatMap((node) => {
      range.selectNodeContents(node);
      let boxes = [...range.getClientRects()];
      for (let e = element; e && e.id !== "page"; e = e.parentElement) {
        if (cuts(e)) boxes = boxes.map((box) => inside(box, e.getBoundingClientRect()));
      }
      return boxes.filter((box) => box.right > box.left && box.bottom > box.top);
    });
  };

  for (const element of all) {
    const box = element.getBoundingClientRect();
    if (box.left < edge.left || box.top < edge.top || box.right > edge.right || box.bottom > edge.bottom) {
      found.push(`outside: ${told(element)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    }
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    // What somebody typed may also end where its row has no more room; that nothing was, is said whole.
    const isSqueezed = element.matches("q") && element.nextElementSibling.getBoundingClientRect().left - box.right < rem;
    const mayEnd = isSqueezed || (element.matches(".name, bdi, .earlier span") && element.textContent.trim().length > whole);
    if (cuts(element) && !mayEnd && !element.matches("input, progress")
        && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)) {
      found.push(`cut: ${told(element)} ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
    }
  }

  const leaves = all.map((element) => ({ element, boxes: boxesOf(element) })).filter(({ boxes }) => boxes.length);
  // Letters have air above and below; an overlap is more than that.
  const air = ({ left, top, right, bottom }) => {
    const high = 0.16 * Math.min(bottom - top, 60);
    return { left: left + 1, right: right - 1, top: top + high, bottom: bottom - high };
  };
  const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  leaves.forEach(({ element, boxes }, place) => {
    for (const other of leaves.slice(place + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      if (boxes.some((a) => other.boxes.some((b) => isOver(air(a), air(b))))) {
        found.push(`overlap: ${told(element)} and ${told(other.element)}`);
      }
    }
  });
  return found.slice(0, 6);
}
"""
# Entrances end; what goes on for ever goes on.
SETTLED = """() => document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime !== Infinity)
    .forEach((a) => a.finish())"""


def faults(page, roots="#page, #sound", margin=0.05, whole=14):
    """Each fault of the page as it stands, in words."""
    page.evaluate(SETTLED)
    return page.evaluate(FAULTS, {"roots": roots, "margin": margin, "whole": whole})
