import { editItems } from '../edits/json.ts';
import { editTurns } from '../edits/relays.ts';
import { before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { see } from '../models/vision.ts';

export const visionFaults: Alterations = {
  'chat-image-invalid-taken': before('checkChat')(
    'An image of a chat that cannot be read is taken for one that is elsewhere.',
  )((body) => [editParts(body, (part) => (canBeSeen(part) ? part : ELSEWHERE))]),
  'chat-image-refused': before('checkChat')('A chat with an image is refused.')((body) => [
    editParts(body, refuseImage),
  ]),
  'chat-images-ignored': before('checkChat')('The images of a chat are ignored.')((body) => [
    editParts(body, (part) => (part.type === 'image_url' ? NOTHING : part)),
  ]),
  'resp-image-refused': before('checkResponses')('A responses request with an image is refused.')(
    (body) => [editParts(body, refuseImage)],
  ),
};

const NOTHING = { type: 'text', text: '' };
const ELSEWHERE = { type: 'image_url', image_url: { url: 'https://images.invalid/a.png' } };

function editParts(body: JsonObject, edit: (part: JsonObject) => JsonObject): JsonObject {
  return editTurns(body, (turn) => editItems(turn, 'content', edit));
}

function refuseImage(part: JsonObject): JsonObject {
  if (part.image_url === undefined) return part;
  throw Refusal.badField('content', 'Images are not supported.');
}

function canBeSeen({ image_url: image }: JsonObject): boolean {
  const url = isObject(image) ? image.url : undefined;
  return typeof url !== 'string' || see(url) !== undefined;
}
