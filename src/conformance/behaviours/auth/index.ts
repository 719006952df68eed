export { anotherScheme } from './another-scheme.ts';
export { authBeforeValidation } from './auth-before-validation.ts';
export { challenge } from './challenge.ts';
export { missingKey } from './missing-key.ts';
export { unknownKey } from './unknown-key.ts';
