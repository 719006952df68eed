/**
 * A script for a page that returns how often a text stands in it, and how often every bit of it is
 * within the box that it may have to be scrolled in. Text of a page, like that of the contrasts.
 */
export function countInSight(text: string): string {
  return `(${PAGE_SCRIPT})(${JSON.stringify(text)})`;
}

const PAGE_SCRIPT = `(text) => {
  const counts = { standing: 0, inSight: 0 };
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const box = node.parentElement.closest('.scroll');
    if (box === null || !node.data.includes(text)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = box.getBoundingClientRect();
    const pieces = [...range.getClientRects()];
    counts.standing += 1;
    if (pieces.every((piece) => piece.left >= left - 1 && piece.right <= right + 1)) counts.inSight += 1;
  }
  return counts;
}`;
