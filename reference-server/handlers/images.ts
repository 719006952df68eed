import type { CheckedImages } from '../hooks.ts';
import { receiveJson } from '../http/body.ts';
import { type Body, optionalInteger, requireText } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import { bodyDurationMs } from '../models/completion.ts';
import { toBase64 } from '../models/images.ts';
import { behaviourOf, refuseFailing } from '../models/models.ts';
import type { Size } from '../models/png.ts';
import { callOf } from '../relay/calls.ts';
import type { Receive } from './handler.ts';

/** POST /images/generations. */
export const receiveImages: Receive = async (gateway, { request }) => {
  const { hooks, settings } = gateway;
  const { body, bytes } = await receiveJson(hooks, request);
  const { behaviour, prompt, n, size } = hooks.checkImages(body);
  return {
    fingerprint: hooks.fingerprintBody(body),
    stream: false,
    call: callOf(gateway, request, { operation: 'images', body, bytes, behaviour }),
    produce() {
      refuseFailing(behaviour);
      return {
        durationMs: bodyDurationMs(behaviour, settings),
        result() {
          const image = toBase64(hooks.draw(size));
          const base64 = Array.from({ length: n }, () => image);
          const images = { created: hooks.timestamp(), prompt, base64 };
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
  return { behaviour: behaviourOf(model), prompt, n, size: checkSize(body.size) };
}

function checkSize(size: unknown): Size {
  const text = size ?? '1024x1024';
  const [, width, height] = typeof text === 'string' ? (SIZE.exec(text) ?? []) : [];
  const sides = { width: Number(width), height: Number(height) };
  if (sides.width <= MAX_SIDE && sides.height <= MAX_SIDE) return sides;
  throw Refusal.badField('size', `size must be <width>x<height>, each from 1 to ${MAX_SIDE}.`);
}
