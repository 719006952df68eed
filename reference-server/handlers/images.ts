import type { CheckedImages } from '../hooks.ts';
import { receiveJson } from '../http/body.ts';
import { type Body, optionalInteger, requireText } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import { bodyDurationMs } from '../models/completion.ts';
import { type ImageFormat, isImageFormat, toBase64 } from '../models/images.ts';
import { behaviourOf, refuseFailing } from '../models/models.ts';
import type { Size } from '../models/png.ts';
import { callOf } from '../relay/calls.ts';
import type { Receive } from './handler.ts';

/** POST /images/generations. */
export const receiveImages: Receive = async (gateway, { request }) => {
  const { hooks, settings } = gateway;
  const { body, bytes } = await receiveJson(hooks, request);
  const { behaviour, prompt, n, size, format } = hooks.checkImages(body);
  return {
    fingerprint: hooks.fingerprintBody(body),
    stream: false,
    call: callOf(gateway, request, { operation: 'images', body, bytes, behaviour }),
    produce() {
      refuseFailing(behaviour);
      return {
        durationMs: bodyDurationMs(behaviour, settings),
        result() {
          const image = toBase64(hooks.draw(size, format));
          const base64 = Array.from({ length: n }, () => image);
          const images = { format, created: hooks.timestamp(), prompt, base64 };
          return { form: 'body', body: hooks.presentImages(images) };
        },
      };
    },
  };
};

const MAX_IMAGES = 10;
const MAX_SIDE = 2048;
const SIZE = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** Refuses what is not an image request; unknown members are ignored. */
export function checkImages(body: Body): CheckedImages {
  const model = requireText(body, 'model');
  const prompt = requireText(body, 'prompt');
  const n = optionalInteger(1, MAX_IMAGES, 1)(body, 'n');
  const size = checkSize(body.size);
  const format = checkFormat(body);
  return { behaviour: behaviourOf(model), prompt, n, size, format };
}

/** Links to images are not offered. */
function checkFormat({ response_format: form, output_format: format }: Body): ImageFormat {
  if ((form ?? 'b64_json') !== 'b64_json') {
    throw Refusal.badField('response_format', 'response_format must be b64_json.');
  }
  const name = format ?? 'png';
  if (typeof name === 'string' && isImageFormat(name)) return name;
  throw Refusal.badField('output_format', 'output_format must be png, jpeg or webp.');
}

function checkSize(size: unknown): Size {
  const text = size ?? '1024x1024';
  const [, width, height] = typeof text === 'string' ? (SIZE.exec(text) ?? []) : [];
  const sides = { width: Number(width), height: Number(height) };
  if (sides.width <= MAX_SIDE && sides.height <= MAX_SIDE) return sides;
  throw Refusal.badField('size', `size must be <width>x<height>, each from 1 to ${MAX_SIDE}.`);
}
