import { createHash } from 'node:crypto';

/** Shorter parts of a key also occur by chance. */
const PART = 12;
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'] as const;
const ENCODINGS = ['hex', 'base64', 'base64url'] as const;
/** How much of a digest identifies it. */
const DIGEST_PART = 20;
/** Characters of base64 in which a part of a key must stand. */
const BASE64_PART = 16;

interface Needle {
  readonly form: string;
  /** In lower case; each one gives the key away. */
  readonly texts: readonly string[];
  /** Each of the texts contains one of these: there are fewer of them to look for. */
  readonly anchors: readonly string[];
}

/** Looks for keys in what a command leaves behind, however it is written. */
export class SecretFinder {
  readonly #needles: readonly Needle[];

  constructor(keys: readonly string[]) {
    this.#needles = keys.flatMap(needlesOf);
  }

  /** The forms in which some bytes show a key, with what stands around; empty for none. */
  in(bytes: Uint8Array): readonly string[] {
    const views = Object.entries(viewsOf(Buffer.from(bytes).toString('latin1')));
    return this.#needles.flatMap(({ form, texts, anchors }) => {
      for (const [view, shown] of views) {
        if (!anchors.some((anchor) => shown.includes(anchor))) continue;
        const found = texts.find((needle) => shown.includes(needle));
        if (found === undefined) continue;
        const at = shown.indexOf(found);
        return [`${form}, ${view}: …${shown.slice(Math.max(0, at - 60), at + 60)}…`];
      }
      return [];
    });
  }
}

/** The text as it is, decoded, and with equal members joined, in lower case. */
function viewsOf(text: string): Readonly<Record<string, string>> {
  const visible = withoutSoftHyphens(text);
  const entities = visible
    .replace(/&#x0*([\da-f]{1,6});/gi, (_, hex: string) => charOf(hex, 16))
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => charOf(digits, 10))
    .replaceAll('&quot;', '"');
  // JSON within JSON within JSON, such as a wire log in a report.
  const levels = [visible, withoutEscapes(entities)];
  for (let level = 2; level <= 3; level += 1) levels.push(withoutEscapes(levels.at(-1) ?? ''));
  levels.push(
    (levels.at(-1) ?? '').replace(/[%=]([\da-f]{2})/gi, (_, hex: string) => charOf(hex, 16)),
  );
  const views = levels.flatMap((view, level) => [
    [`unescaped ${level} times`, view],
    [`unescaped ${level} times and joined by member`, joined(view)],
  ]);
  return Object.fromEntries(views.map(([name, view = '']) => [name, view.toLowerCase()]));
}

/** In UTF-8, in Latin-1, escaped for JSON, and as a report shows them. */
function withoutSoftHyphens(text: string): string {
  const shown = Buffer.from('⟨U+00AD⟩').toString('latin1');
  return text.replaceAll(shown, '').replace(/\\+u00ad|\xc2?\xad/gi, '');
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

function needlesOf(key: string): readonly Needle[] {
  const secret = key.slice(key.indexOf('_live_') + '_live_'.length);
  const digests = DIGESTS.flatMap((algorithm) =>
    ENCODINGS.map((encoding) => ({
      form: `${algorithm} in ${encoding}`,
      runs: [createHash(algorithm).update(key).digest(encoding).slice(0, DIGEST_PART)],
      length: DIGEST_PART,
    })),
  );
  const hex = Buffer.from(secret).toString('hex');
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  return [
    { form: 'plain', runs: [secret], length: PART },
    { form: 'reversed', runs: [[...secret].toReversed().join('')], length: PART },
    { form: 'hex', runs: [hex], length: 2 * PART },
    { form: 'base64', runs: base64, length: BASE64_PART },
    ...digests,
  ].map(({ form, runs, length }) => {
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
