import type { Redactor } from './redact.ts';

/**
 * A copy of a model, such as a run report, with a marker in place of each secret in its names and
 * texts, at any depth. Decoding and joining can bring together a secret that the bytes of an answer
 * did not show.
 *
 * @param model JSON: objects, arrays, texts, numbers, booleans, null
 */
export function redactModel<Model>(model: Model, redactor: Redactor): Model;
export function redactModel(model: unknown, redactor: Redactor): unknown {
  if (typeof model === 'string') return redactor.text(model);
  if (typeof model !== 'object' || model === null) return model;
  if (Array.isArray(model)) return model.map((member: unknown) => redactModel(member, redactor));
  return Object.fromEntries(
    Object.entries(model).map(([name, value]) => [
      redactor.text(name),
      redactModel(value, redactor),
    ]),
  );
}
