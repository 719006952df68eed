import { drawPng } from '../../../reference-server/models/png.ts';
import { jsonEscaped, KEY_FORMS } from './key-forms.ts';

/** A key in one delta of a stream is cut into pieces of this length. */
const PIECE_CHARACTERS = 3;
/** Members that a model or a gateway writes freely. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'text', 'message', 'revised_prompt']);

/** All forms of the secrets, in one line. */
export function everyForm(secrets: readonly string[]): string {
  return secrets.flatMap((key) => Object.values(KEY_FORMS).map((form) => form(key))).join(' ');
}

/** A JSON body with the secrets in its texts, in a member of their own and as the name of one. */
export function echoingJson(body: string, secrets: readonly string[], escapes: boolean): string {
  const echoed = JSON.stringify({
    ...withTexts(JSON.parse(body), everyForm(secrets), secrets.join(' ')),
    ...Object.fromEntries(secrets.map((key) => [key, key])),
  });
  return escapes
    ? secrets.reduce((text, key) => text.replaceAll(key, () => jsonEscaped(key)), echoed)
    : echoed;
}

/** A failure with the secrets in every form, as JSON or as a page. */
export function echoingFailure(secrets: readonly string[], type: 'json' | 'html'): string {
  const message = `Denied: ${everyForm(secrets)}`;
  if (type === 'html') return `<html><body>${message}</body></html>`;
  return JSON.stringify({ error: { message, type: secrets[0], param: null, code: secrets[0] } });
}

/** An event stream with further deltas that hold the secrets in pieces, a comment and a name. */
export function echoingStream(body: string, secrets: readonly string[]): string {
  const events = body.split(/(?<=\n\n)/);
  const at = events.findIndex((event) => deltaOf(event, '') !== undefined);
  const model = events[at] ?? '';
  const further = secrets.flatMap((key) => [
    `: ${key}\n\n`,
    ...[key, KEY_FORMS.percent?.(key) ?? ''].flatMap((text) =>
      piecesOf(text).map((piece) => deltaOf(model, piece) ?? ''),
    ),
    ...piecesOf(key).map((piece) => callOf(model, piece) ?? ''),
    (deltaOf(model, 'SECRET') ?? '').replaceAll('SECRET', jsonEscaped(key)),
  ]);
  return [...events.slice(0, at + 1), ...further, ...events.slice(at + 1)].join('');
}

function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? [];
}

/** The event with another text in its delta; undefined when it has none. */
function deltaOf(event: string, text: string): string | undefined {
  const written = event.replace(
    /("(?:content|delta)":)"(?:[^"\\]|\\.)*"/,
    (_, name: string) => name + JSON.stringify(text),
  );
  return /"(?:content|delta)":"[^"]/.test(event) ? written : undefined;
}

/** The event as the delta of a call of a tool; undefined for another event. */
function callOf(event: string, text: string): string | undefined {
  const delta = { tool_calls: [{ index: 0, function: { arguments: text } }] };
  const written = event.replace(/"delta":\{[^}]*\}/, () => `"delta":${JSON.stringify(delta)}`);
  return written === event ? undefined : written;
}

function withTexts(value: unknown, forms: string, plain: string): object {
  const echoed: unknown = JSON.parse(JSON.stringify(value), (name, member: unknown) => {
    if (name === 'b64_json') return pictureOf(plain);
    return TEXTS.has(name) && typeof member === 'string' ? `${member} ${forms}` : member;
  });
  return typeof echoed === 'object' && echoed !== null ? echoed : {};
}

/** A PNG with a text chunk, in base64. */
function pictureOf(text: string): string {
  return drawPng({ width: 8, height: 8 }, `Comment\0${text}`).toString('base64');
}
