export { defaultProfile } from './default.ts';
export { referenceProfile } from './reference.ts';
