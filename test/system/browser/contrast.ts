/**
 * A script for a page that returns every piece of visible text whose contrast with what is
 * painted behind it is too low (WCAG 2.2 §1.4.3). Text of a page, not of a module here: the
 * types of a page are not those of these tests.
 */
export function contrastsBelow(least: number): string {
  return `(${PAGE_SCRIPT})(${least})`;
}

const PAGE_SCRIPT = `(least) => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) known.set(colour, painted(colour));
    return known.get(colour);
  };
  const painted = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const over = (front, back) => front.slice(0, 3).map((part, i) => part * front[3] + back[i] * (1 - front[3]));
  const behind = (element) => {
    const layers = [];
    for (let each = element; each !== null; each = each.parentElement) {
      layers.push(rgba(getComputedStyle(each).backgroundColor));
    }
    return layers.reduceRight((back, layer) => over(layer, back), [1, 1, 1]);
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = new Set();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element.closest('title, script, .unseen, .skip') !== null) continue;
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const back = behind(element);
    const front = over(rgba(element.closest('svg') === null ? style.color : style.fill), back);
    const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < least) low.add(contrast.toFixed(2) + ' ' + element.className + ' ' + node.data.trim().slice(0, 40));
  }
  return [...low];
}`;
