export { authBeforeEverything } from './auth-before-everything.ts';
export { authKeyNotEchoed } from './auth-key-not-echoed.ts';
export { authMissing401 } from './auth-missing-401.ts';
export { authMissingRefused } from './auth-missing-refused.ts';
export { authUnknownKeyRefused } from './auth-unknown-key-refused.ts';
export { authWwwAuthenticate } from './auth-www-authenticate.ts';
export * from './spellings-of-keys.ts';
