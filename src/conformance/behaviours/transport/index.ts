export { compression } from './compression.ts';
export { head } from './head.ts';
export { keepAlive } from './keep-alive.ts';
export { options } from './options.ts';
export { otherRequestForms } from './other-request-forms.ts';
export { requestMediaTypes } from './request-media-types.ts';
