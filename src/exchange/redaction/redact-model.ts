import type { Redactor } from './redact.ts';

/** What a report shows of one read of an answer. */
interface ShownRead {
  readonly atMs: number;
  readonly text: string;
}

/**
 * A copy of a model, such as a run report, with a marker in place of each secret in its names and
 * texts, at any depth. Decoding and joining can bring together a secret that the bytes of an answer
 * did not show, and the load generator replaces fewer forms. The reads of one answer are searched
 * together.
 *
 * @param model JSON: objects, arrays, texts, numbers, booleans, null
 */
export function redactModel<Model>(model: Model, redactor: Redactor): Model;
export function redactModel(model: unknown, redactor: Redactor): unknown {
  if (typeof model === 'string') return redactor.text(model);
  if (typeof model !== 'object' || model === null) return model;
  if (Array.isArray(model)) {
    if (model.every(isShownRead)) return redactReads(model, redactor);
    return model.map((member: unknown) => redactModel(member, redactor));
  }
  return Object.fromEntries(
    Object.entries(model).map(([name, value]) => [
      redactor.text(name),
      redactModel(value, redactor),
    ]),
  );
}

function isShownRead(value: unknown): value is ShownRead {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  return 'atMs' in value && 'text' in value && typeof value.text === 'string';
}

function redactReads(shown: readonly ShownRead[], redactor: Redactor): readonly ShownRead[] {
  let endOffset = 0;
  const reads = shown.map(({ atMs, text }) => {
    endOffset += Buffer.byteLength(text);
    return { endOffset, atMs };
  });
  const whole = Buffer.from(shown.map(({ text }) => text).join(''));
  const { body, reads: moved } = redactor.body(whole, reads);
  const bytes = Buffer.from(body);
  return moved.map(({ endOffset: end, atMs }, index) => {
    return { atMs, text: bytes.toString('utf8', moved[index - 1]?.endOffset ?? 0, end) };
  });
}
