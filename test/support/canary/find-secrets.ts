/** Shorter parts of a key also occur by chance. */
const PART = 12;
/** Characters of base64 in which a part of a key must stand. */
const BASE64_PART = 16;
/** How deep a report has JSON within JSON, such as a wire log. */
const LEVELS = 3;

/** `engine`: the forms that a recording must not have either. */
export type Forms = 'all' | 'engine';

interface Needle {
  readonly form: string;
  /** In lower case; each one gives the key away. */
  readonly texts: readonly string[];
  /** Each of the texts contains one of these: there are fewer of them to look for. */
  readonly anchors: readonly string[];
}

/** Looks for keys in what a command leaves behind, in the forms that SECURITY.md lists. */
export class SecretFinder {
  readonly #needles: readonly Needle[];
  readonly #forms: Forms;

  constructor(keys: readonly string[], forms: Forms = 'all') {
    this.#forms = forms;
    this.#needles = keys.flatMap((key) => needlesOf(key, forms));
  }

  /** The forms in which some bytes show a key, with what stands around; empty for none. */
  in(bytes: Uint8Array): readonly string[] {
    const text = Buffer.from(bytes).toString('latin1');
    const views = viewsOf(text, this.#forms).map((view) => view.toLowerCase());
    return this.#needles.flatMap(({ form, texts, anchors }) => {
      for (const view of views) {
        if (!anchors.some((anchor) => view.includes(anchor))) continue;
        const found = texts.find((needle) => view.includes(needle));
        if (found === undefined) continue;
        const at = view.indexOf(found);
        return [`${form}: …${view.slice(Math.max(0, at - 60), at + 60)}…`];
      }
      return [];
    });
  }
}

/** The text as it is, decoded, and with equal members joined. */
function viewsOf(text: string, forms: Forms): readonly string[] {
  if (forms === 'engine') return [text, withoutEscapes(text)];
  const levels = [text];
  for (let level = 1; level <= LEVELS; level += 1) levels.push(withoutEscapes(levels.at(-1) ?? ''));
  const decoded = (levels.at(-1) ?? '')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => charOf(hex, 16))
    .replace(/&#x0*([\da-f]{1,6});/gi, (_, hex: string) => charOf(hex, 16))
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => charOf(digits, 10));
  return [...levels, decoded].flatMap((view) => [view, joined(view)]);
}

function withoutEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|(["\\/]))/gi,
    (_, hex: string | undefined, plain: string) => (hex === undefined ? plain : charOf(hex, 16)),
  );
}

/** The texts of all members of one name after each other, as the deltas of a stream belong together. */
function joined(text: string): string {
  const byName = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/"(\w+)":\s*"((?:[^"\\]|\\.)*)"/g)) {
    byName.set(name, (byName.get(name) ?? '') + value);
  }
  return [...byName.values()].join('\n');
}

function charOf(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}

function needlesOf(key: string, forms: Forms): readonly Needle[] {
  const secret = key.split('_live_').at(-1) ?? key;
  const needles = [
    { form: 'plain', runs: [secret], length: PART },
    { form: 'base64', runs: [0, 1, 2].map((at) => base64At(secret, at)), length: BASE64_PART },
  ];
  const hex = { form: 'hex', runs: [Buffer.from(secret).toString('hex')], length: 2 * PART };
  return (forms === 'all' ? [...needles, hex] : needles).map(({ form, runs, length }) => {
    const lower = runs.map((run) => run.toLowerCase());
    const step = Math.floor(length / 3) + 1;
    return {
      form,
      texts: lower.flatMap((run) => partsOf(run, length, 1)),
      anchors: lower.flatMap((run) => partsOf(run, length - step + 1, step)),
    };
  });
}

/** The characters of base64 that depend on the key only, where it begins at this byte modulo 3. */
function base64At(secret: string, offset: number): string {
  const text = Buffer.from('\0'.repeat(offset) + secret).toString('base64url');
  return text.slice(offset === 0 ? 0 : offset + 1, -1);
}

/** The parts of a text that begin at each `step` of its characters. */
function partsOf(text: string, length: number, step: number): readonly string[] {
  const count = Math.floor((text.length - length) / step) + 1;
  return Array.from({ length: count }, (_, at) => text.slice(at * step, at * step + length));
}
