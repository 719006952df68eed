import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { type TextForm, textForms } from '../requests/forms.ts';
import { IMAGES, INVALID_IMAGES, pngUri, withImages } from '../requests/images.ts';
import { accepted, billableRequest, chatRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { scripted } from './relay/relayed.ts';
import { fewer, sequentially } from './trials.ts';

const everyImage = scripted({
  name: 'input-images-seen-at-both-ends',
  modest: '2 of 4 forms, and only images as data',
  forms: (gateway) => fewer(gateway, textForms(gateway), 2),
  few: 1,
  cases: IMAGES.map(({ name, of }) => ({ label: name, ask: of })),
  expects: 'legal',
});

/** Images among texts in each form of a chat and a response: as data, and by an address. */
export const relayedInputImages = {
  ...everyImage,
  run: shared((gateway) => everyImage.run(gateway)),
};

export const AN_IMAGE = 'an image';
export const NO_IMAGE = 'an image that cannot be read';

/** Large enough to be worth tokens at every provider, and small enough to cost little. */
const SIZE = '256x256';

/** A chat without and with an image; then the same with what is not an image. */
export const imageChats: Probe<'series'> = {
  name: 'chats-with-an-image',
  modest: '1 of 2 images that cannot be read; with an upstream only what another probe sends',
  async run(gateway) {
    const seen = await relayedBefore(gateway, 'chat');
    if (seen !== undefined) return [seen];
    const word = gateway.nonce();
    const request = chatRequest(gateway.expect, { prompt: `What does this show, ${word}?` });
    const plain = await gateway.send(accepted(request));
    const image = await gateway.send(legal(withImages(request, [{ url: pngUri(SIZE, word) }])));
    const series = { label: AN_IMAGE, exchanges: [plain, image] };
    // A gateway may leave the check to its provider: Assay makes none.
    if (gateway.upstream.isPresent) return [series];
    const none = await sequentially(fewer(gateway, INVALID_IMAGES, 1), ({ of }) =>
      gateway.send(of(request)),
    );
    return [series, { label: NO_IMAGE, exchanges: [image, ...none] }];
  },
};

/** A request for a response, and another one with an image. */
export const imageResponses: Probe<'series'> = {
  name: 'responses-with-an-image',
  modest: 'with an upstream only what another probe sends',
  async run(gateway) {
    const seen = await relayedBefore(gateway, 'responses');
    if (seen !== undefined) return [seen];
    const word = gateway.nonce();
    const request = billableRequest(gateway.expect, 'responses', word);
    const plain = await gateway.control(accepted(request));
    const image = await gateway.send(legal(withImages(request, [{ url: pngUri(SIZE, word) }])));
    return [{ label: AN_IMAGE, exchanges: [plain, image] }];
  },
};

/** What the relays of a modest run show: a valid request, and one with images. */
async function relayedBefore(
  gateway: ProbeGateway,
  operation: TextForm['operation'],
): Promise<Series | undefined> {
  if (gateway.effort === 'thorough' || !gateway.upstream.isPresent) return undefined;
  const request = billableRequest(gateway.expect, operation, gateway.nonce());
  const plain = await gateway.control(accepted(request));
  const relays = await relayedInputImages.run(gateway);
  const images = relays.flatMap(({ exchanges }) => exchanges);
  const ofOperation = images.filter((exchange) => exchange.operation === operation);
  return { label: AN_IMAGE, exchanges: [plain, ...ofOperation] };
}
