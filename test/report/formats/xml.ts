/** An element of an XML document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<\?xml[^?]*\?>|<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|#39);)+)/guy;
const LEGAL = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Reads the XML of the reports, and throws where a strict parser would. */
export function parseXml(document: string): Element {
  if (!LEGAL.test(document)) throw new SyntaxError('a character that XML 1.0 forbids');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(document);
    const parent = open.at(-1);
    if (token === null || parent === undefined) throw new SyntaxError(`not XML at ${at}`);
    const [, closing, name, attributes = '', empty, text] = token;
    if (text !== undefined) parent.text += textOf(text);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new SyntaxError(`</${name}> closes another at ${at}`);
    } else if (name !== undefined) {
      const element = { name, attributes: parseAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [element, ...others] = root.children;
  if (open.length !== 1 || element === undefined || others.length > 0 || root.text.trim() !== '') {
    throw new SyntaxError('not one element');
  }
  return element;
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => {
    return [name, textOf(value)] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw new SyntaxError('an attribute twice');
  }
  return Object.fromEntries(pairs);
}

function textOf(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  return text.replace(/&[^;]+;/g, (entity) => characters[entity] ?? entity);
}
