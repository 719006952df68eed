/** Secrets that exist for the canary scan only: what shows one of them leaks. */
export const CANARY_KEYS = [
  'canary_live_7Qw9Er2Ty5Ui8Op1As4Df6Gh3Jk0LzXc',
  'canary_live_9Mn8Bv7Cx6Za5Sd4Fg3Hj2Kl1QpWoEi',
] as const;

/** Variables of a run: both API keys, and a secret that a header refers to. */
export const CANARY_SECRETS = {
  ASSAY_API_KEY: CANARY_KEYS[0],
  ASSAY_API_KEY_2: CANARY_KEYS[1],
  CANARY_TEAM: 'team_live_3Xy6Zw9Vu2Ts5Rq8Po1Nm4Lk7Ji0Hg',
} as const;

/** Arguments that send the third secret. */
export const CANARY_HEADER = ['--header', `X-Team: \${CANARY_TEAM}`] as const;
