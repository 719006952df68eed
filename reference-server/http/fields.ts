import { see } from '../models/vision.ts';
import { isObject } from './json.ts';
import { Refusal } from './refusal.ts';

export type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the field `name` of a body; refuses one that is not valid.
 *
 * @param needs what a value must be, for the refusal
 * @param otherwise in place of a field that is absent or null; undefined: it is required
 */
function field<T>(needs: string, isValid: (value: unknown) => value is T, otherwise?: T) {
  return (body: Body, name: string): T => {
    const value = body[name] ?? undefined;
    if (value === undefined && otherwise !== undefined) return otherwise;
    if (isValid(value)) return value;
    throw Refusal.badField(name, `${name} must be ${needs}.`);
  };
}

export const requireText = field(
  'a string that is not empty',
  (value): value is string => typeof value === 'string' && value !== '',
);
export const optionalText = field('a string', (value) => typeof value === 'string', '');
export const optionalBoolean = field('true or false', (value) => typeof value === 'boolean', false);
export const optionalNumber = field(
  'a number',
  (value): value is number => Number.isFinite(value),
  0,
);
export const optionalObject = field<Body>('an object', isObject, {});
/** A limit. */
export const optionalBound = integer('a positive integer', 1, Number.POSITIVE_INFINITY);

export function optionalInteger(least: number, most: number, otherwise: number) {
  return integer(`an integer from ${least} to ${most}`, least, most, otherwise);
}

function integer(needs: string, least: number, most: number, otherwise = most) {
  const isValid = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return field(needs, isValid, otherwise);
}

/** The text of a content: a string, or an array of parts, some of them text. */
export function contentText(content: unknown, param: string): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length === 0 || !content.every(isObject)) {
    throw Refusal.badField(param, `${param} must be a string or an array of parts.`);
  }
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

/** What a model sees in the images of a content. */
export function imagesIn(content: unknown, param: string): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, index) => {
    const { type, image_url: image } = isObject(part) ? part : {};
    // A client may name a file in place of an image.
    if ((type !== 'image_url' && type !== 'input_image') || image === undefined) return [];
    const url = isObject(image) ? image.url : image;
    const seen = typeof url === 'string' ? see(url) : undefined;
    if (seen !== undefined) return [seen];
    const name = `${param}[${index}].image_url`;
    throw Refusal.badField(name, `${name} must be the data or the address of an image.`);
  });
}
