export { authKeyNotEchoed } from './auth-key-not-echoed.ts';
export { authMissing401 } from './auth-missing-401.ts';
export { authMissingRefused } from './auth-missing-refused.ts';
export { authUnknownKeyRefused } from './auth-unknown-key-refused.ts';
