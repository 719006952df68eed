export { errorsJsonMediaType } from './errors-json-media-type.ts';
export { errorsMemberTypes } from './errors-member-types.ts';
export { errorsNever2xx } from './errors-never-2xx.ts';
export { errorsWrapper } from './errors-wrapper.ts';
export { errorsWrapperVideo } from './errors-wrapper-video.ts';
