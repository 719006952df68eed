import { oddPrompts, oddSizes, unknownImageModel } from '../../probes/bad-fields.ts';
import { fewImages } from '../../probes/images.ts';
import { accepted, refused } from '../../rows/requests.ts';

export const imagesAccepted = accepted('images-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /images/generations ("JSON image generation request | JSON image response")',
  statement: 'A valid request for one image with a valid key returns 2xx.',
  harm: 'API clients do not follow redirects of a POST and do not retry a refusal: the user gets no image.',
  provenBy: 'img-301-all',
  operations: ['images'],
  probe: fewImages,
});

export const imagesPromptRequired = refused('images-prompt-required', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateImageRequest, required [prompt]',
  statement:
    'An image request without a prompt, or with an empty one or one that is not a string, is refused.',
  harm: 'A client that lost its prompt pays for a picture of anything.',
  provenBy: 'img-missing-prompt-200',
  operations: ['images'],
  probe: oddPrompts,
});

export const imagesSizeRefused = refused('images-size-refused', {
  level: 'should',
  assumed:
    'interface §Image generation request (size, format <width>x<height>); OpenAI 400 "Invalid size"',
  statement: 'A size that is not <width>x<height> is refused.',
  harm: 'A client with a mistake in size gets, and pays for, an image of a size that it did not request.',
  provenBy: 'img-size-ignored',
  operations: ['images'],
  probe: oddSizes,
});

export const imagesUnknownModel = refused('images-unknown-model', {
  level: 'should',
  assumed: 'interface §Image generation request (model); OpenAI (model_not_found)',
  statement: 'An image request with an unknown model is refused.',
  harm: 'A misspelled model gets images of another one, at its price; or looks like an outage.',
  provenBy: 'img-unknown-model-500',
  operations: ['images'],
  probe: unknownImageModel,
});
