import { sentBodyOf } from '../../../answers/sent-body.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { seriesRule } from '../../declare.ts';
import { notAccepted, notRefused } from '../../findings/acceptance.ts';
import { promptTexts } from '../../findings/upstream-request.ts';
import { inputTokens } from '../../findings/usage.ts';
import { AN_IMAGE, imageChats, NO_IMAGE } from '../../probes/vision.ts';
import { appliesTo, need, needSeen } from '../../rule.ts';

export const chatImageAccepted = seriesRule('chat-image-accepted', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionRequestMessageContentPartImage',
  statement: 'A chat with an image as a data URI beside its text returns 2xx.',
  harm: 'A program that shows a picture to a model gets no answer at all.',
  provenBy: 'chat-image-refused',
  needs: ['vision'],
  probe: imageChats,
  *judge(series) {
    appliesTo(series.label === AN_IMAGE, AN_IMAGE);
    yield* notAccepted(series);
  },
});

export const chatImageCounted = seriesRule('chat-image-counted', {
  level: 'should',
  assumed: 'OpenAI API reference, images and vision ("image inputs are metered … in tokens")',
  statement:
    'The usage of a chat with an image counts more input tokens than the same chat without the image.',
  harm: 'The model saw no image and answers as if it had, or the caller is not billed by what the image costs.',
  provenBy: 'chat-images-ignored',
  needs: ['vision'],
  settings: ['usageNames'],
  probe: imageChats,
  *judge({ label, exchanges: [plain, image] }, { usageNames }) {
    appliesTo(label === AN_IMAGE && plain && image, AN_IMAGE);
    needSeen(textOf(plain) === textOf(image), 'the same chat without its image');
    const [name] = usageNames.chat;
    const [without, counted] = [plain, image].map((each) => inputTokens(each, usageNames.chat));
    need(without !== undefined && counted !== undefined, 'two 2xx answers with usage');
    if (counted > without) return;
    const expected = `more than ${without}, as without the image`;
    yield { expected, actual: counted, where: `usage.${name}`, exchange: image };
  },
});

function textOf(exchange: Exchange): string {
  return promptTexts(sentBodyOf(exchange)?.body ?? {}).join('\n');
}

export const chatImageInvalid = seriesRule('chat-image-invalid', {
  level: 'should',
  assumed: 'OpenAI API (400 where an image cannot be read); RFC 4648 §4',
  statement:
    'A chat with a data URI that is not an image, such as a text or what is not base64, returns 4xx.',
  harm: 'The model answers about an image that it never saw, and a broken upload is taken for a bad answer.',
  provenBy: 'chat-image-invalid-taken',
  needs: ['vision'],
  probe: imageChats,
  *judge(series) {
    needSeen(series.label === NO_IMAGE, NO_IMAGE);
    yield* notRefused(series);
  },
});
