import { type ImageItem, imageItems, mayBeDecoded } from '../../answers/images/image-items.ts';
import { isJsonObject, member } from '../../answers/json.ts';
import { type Answer, narrow } from '../../answers/narrow.ts';
import { sentJson } from '../../answers/sent-body.ts';
import {
  ImagesRequestSchema,
  ImagesResponseSchema,
  LinkedImagesSchema,
} from '../../contract/images.ts';
import { fits } from '../../contract/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { countText } from '../../input/count-text.ts';
import { answerRule, seriesRule } from '../declare.ts';
import { notRefused } from '../findings/acceptance.ts';
import { fewImages, formattedImages, imageWithoutN } from '../probes/answers.ts';
import { oddNumbers, oddPrompts, oddSizes, unknownImageModel } from '../probes/refused.ts';
import { body } from '../rows/members.ts';
import { accepted, refused } from '../rows/requests.ts';
import { appliesTo, need, needSeen } from '../rule.ts';

const ITEM = { b64_json: 'iVBORw0KGgo=', mime_type: 'image/png' };

export const imagesShape = body('images-shape', {
  level: 'must',
  stated:
    'interface §Image generation response: "created | integer", "data | array | Each item: b64_json (string, base64 image content), mime_type (string), revised_prompt (string)", "usage | object"; §Endpoints: "JSON image response (application/json)"',
  statement:
    'An image answer is application/json with created, data and usage. Every item of data has b64_json and mime_type, or the url that the request wants.',
  harm: 'A client reads the picture from `data[0].b64_json`: with a link or nothing there, it has no picture to show, although the caller paid for it.',
  provenBy: 'img-url-instead',
  probe: fewImages,
  schema: ImagesResponseSchema,
  schemaFor: (exchange) => (wantsLinks(exchange) ? LinkedImagesSchema : ImagesResponseSchema),
  legal: [{ data: [{ ...ITEM, revised_prompt: null, seed: 4 }] }],
  illegal: [
    { data: [{ url: 'https://example.com/1.png', mime_type: 'image/png' }] },
    { data: [ITEM, { b64_json: ITEM.b64_json }] },
    { data: [{ ...ITEM, revised_prompt: 1 }] },
    { data: ITEM },
    { created: '1760000000', usage: undefined },
  ],
});

function wantsLinks(exchange: Exchange): boolean {
  return member(sentJson(exchange), 'response_format') === 'url';
}

/** The images of an answer whose request does not want links. */
function needItems(answer: Answer): readonly ImageItem[] {
  appliesTo(!wantsLinks(answer.exchange), 'a request for images in base64');
  const items = imageItems(answer);
  need(items.length > 0, 'an item with text in b64_json', 'images-shape');
  return items;
}

export const imagesAccepted = accepted('images-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /images/generations ("JSON image generation request | JSON image response")',
  statement: 'A valid request for one image with a valid key returns 2xx.',
  harm: 'API clients do not follow redirects of a POST and do not retry a refusal: the user gets no image.',
  provenBy: 'img-301-all',
  probe: fewImages,
});

export const imagesPromptRequired = refused('images-prompt-required', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateImageRequest, required [prompt]',
  statement:
    'An image request without a prompt, or with an empty one or one that is not a string, is refused.',
  harm: 'A client that lost its prompt pays for a picture of anything.',
  provenBy: 'img-missing-prompt-200',
  probe: oddPrompts,
});

export const imagesSizeRefused = refused('images-size-refused', {
  level: 'should',
  assumed:
    'interface §Image generation request (size, format <width>x<height>); OpenAI 400 "Invalid size"',
  statement: 'A size that is not <width>x<height> is refused.',
  harm: 'A client with a mistake in size gets, and pays for, an image of a size that it did not request.',
  provenBy: 'img-size-ignored',
  probe: oddSizes,
});

export const imagesUnknownModel = refused('images-unknown-model', {
  level: 'should',
  assumed: 'interface §Image generation request (model); OpenAI (model_not_found)',
  statement: 'An image request with an unknown model is refused.',
  harm: 'A misspelled model gets images of another one, at its price; or looks like an outage.',
  provenBy: 'img-unknown-model-500',
  probe: unknownImageModel,
});

export const imagesNRefused = seriesRule('images-n-refused', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateImageRequest, n from 1 to 10; the interface shows no limits',
  statement:
    'The gateway refuses a number of images that it does not support, and does not reduce it.',
  harm: 'A client that requests twelve images and silently gets ten builds its page with two holes.',
  provenBy: 'img-n-clamped',
  probe: oddNumbers,
  *judge(series) {
    for (const finding of notRefused(series)) {
      // A higher maximum than the profile's is not a defect.
      if (finding.exchange && drawsAsMany(finding.exchange)) continue;
      yield finding;
    }
  },
});

function drawsAsMany(exchange: Exchange): boolean {
  const data = member(narrow('answer', exchange)?.json, 'data');
  return Array.isArray(data) && data.length > 0 && data.length === member(sentJson(exchange), 'n');
}

export const imagesNHonoured = answerRule('images-n-honoured', {
  level: 'must',
  stated: 'interface §Image generation request: "n | integer | Number of images."',
  statement: 'An image answer has n images.',
  harm: 'With too few images the page has a gap; with too many the caller pays for images that it did not request.',
  provenBy: 'img-n-minus-one',
  probe: fewImages,
  *judge({ exchange, json }) {
    const sent = sentJson(exchange);
    need(fits(ImagesRequestSchema, sent) && sent.n !== undefined, 'a request with n');
    const data = member(json, 'data');
    need(Array.isArray(data), 'an answer with an array of data', 'images-shape');

    if (data.length !== sent.n) {
      yield {
        expected: countText(sent.n, 'item'),
        actual: countText(data.length, 'item'),
        where: 'data',
      };
    }
  },
});

export const imagesNAbsentOne = answerRule('images-n-absent-one', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateImageRequest (n defaults to 1)',
  statement: 'An image answer has one image if the request has no n.',
  harm: 'A client that requests an image without n is billed for more images than it wants.',
  provenBy: 'img-two-unasked',
  probe: imageWithoutN,
  *judge({ exchange, json }) {
    const sent = sentJson(exchange);
    need(isJsonObject(sent) && !('n' in sent), 'a request without n');
    const data = member(json, 'data');
    need(Array.isArray(data), 'an answer with an array of data', 'images-shape');

    if (data.length !== 1) {
      yield { expected: '1 item', actual: countText(data.length, 'item'), where: 'data' };
    }
  },
});

export const imagesB64Canonical = answerRule('images-b64-canonical', {
  level: 'must',
  stated:
    'interface §Image generation response: "b64_json (string, base64 image content)"; RFC 4648 §3.1, §3.2, §3.5 and §4',
  statement:
    'The field b64_json is padded base64 in the standard alphabet, without a data: prefix or line breaks.',
  harm: 'Strict decoders reject a data: prefix, a line break or a URL-safe letter: no image is shown.',
  provenBy: 'img-data-url-prefix',
  probe: fewImages,
  *judge(answer) {
    const items = needItems(answer);

    for (const { where, base64, content } of items) {
      if (content !== undefined) continue;
      yield {
        expected: 'padded base64 in the standard alphabet',
        actual: base64.slice(0, PREVIEW_CHARACTERS),
        where: `${where}.b64_json`,
      };
    }
  },
});

const PREVIEW_CHARACTERS = 48;

export const imagesDecodes = answerRule('images-decodes', {
  level: 'must',
  stated: 'interface §Image generation response: "b64_json (string, base64 image content)"',
  statement: 'The bytes of every image are a complete image of a known type.',
  harm: 'A truncated or damaged image shows half a picture or none, although the caller paid for it.',
  provenBy: 'img-truncated',
  probe: fewImages,
  *judge(answer) {
    const items = needItems(answer);
    const isDecoded = items.some(mayBeDecoded);
    needSeen(isDecoded, 'an image of a type that Assay decodes');
    const readings = items.flatMap(({ where, reading }) =>
      reading === undefined || reading.kind === 'unread' ? [] : [{ where, reading }],
    );
    need(readings.length > 0, 'an item with base64 of a PNG, JPEG or WebP', 'images-shape');

    for (const { where, reading } of readings) {
      if (reading.kind !== 'broken') continue;
      yield { expected: 'a complete image', actual: reading.problem, where: `${where}.b64_json` };
    }
  },
});

export const imagesDimensions = answerRule('images-dimensions', {
  level: 'must',
  assumed:
    'interface §Image generation request (size, format <width>x<height>); router-for-me/CLIProxyAPI#4114',
  statement: 'Every image has the width and height that size requests.',
  harm: 'An image of another size than requested is stretched or cropped to fit the layout.',
  provenBy: 'img-swap-wh',
  probe: fewImages,
  *judge(answer) {
    const sent = sentJson(answer.exchange);
    need(fits(ImagesRequestSchema, sent) && sent.size !== undefined, 'a request with size');
    const items = needItems(answer);
    const isDecoded = items.some(mayBeDecoded);
    needSeen(isDecoded, 'an image of a type that Assay decodes');
    const sizes = items.flatMap(({ where, reading }) =>
      reading?.kind === 'whole' ? [{ where, size: `${reading.width}x${reading.height}` }] : [],
    );
    need(sizes.length > 0, 'a complete PNG, JPEG or WebP', 'images-shape');

    for (const { where, size } of sizes) {
      if (size !== sent.size)
        yield { expected: sent.size, actual: size, where: `${where}.b64_json` };
    }
  },
});

export const imagesMimeMatches = answerRule('images-mime-matches', {
  level: 'must',
  stated: 'interface §Image generation response: "mime_type (string)"; the IANA media types',
  statement: 'The field mime_type is the registered media type of the bytes in b64_json.',
  harm: 'A client names the file or sets the header by mime_type: the next system refuses a wrong one.',
  provenBy: 'img-mime-lie',
  probe: fewImages,
  *judge(answer) {
    appliesTo(!wantsLinks(answer.exchange), 'a request for images in base64');
    const known = imageItems(answer).flatMap(({ where, content, mimeType }) => {
      const type = content?.type;
      return type === undefined || mimeType === undefined ? [] : [{ where, type, mimeType }];
    });
    need(
      known.length > 0,
      'an item with mime_type and the base64 of an image of a known type',
      'images-shape',
    );

    for (const { where, type, mimeType } of known) {
      if (mimeType.toLowerCase() === type) continue;
      yield { expected: type, actual: mimeType, where: `${where}.mime_type` };
    }
  },
});

export const imagesFormatKept = answerRule('images-format-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateImageRequest, output_format (png, jpeg, webp)',
  statement:
    'Every image has the format that output_format requests, whatever its mime_type says; or the caller is refused.',
  harm: 'A page stores a picture under the name and type that it requested: viewers refuse it, or it is ten times as large.',
  provenBy: 'img-format-ignored',
  probe: formattedImages,
  *judge(answer) {
    const format = member(sentJson(answer.exchange), 'output_format');
    appliesTo(typeof format === 'string', 'a request with output_format');
    const types = needItems(answer).flatMap(({ where, content }) =>
      content?.type === undefined ? [] : [{ where, type: content.type }],
    );
    need(types.length > 0, 'an item with base64 of an image of a known type', 'images-shape');

    for (const { where, type } of types) {
      if (type === `image/${format}`) continue;
      yield { expected: `image/${format}`, actual: type, where: `${where}.b64_json` };
    }
  },
});
