import type { Row } from './sentences.ts';

/** Words that Assay once used, each with the words of the field. */
export const TERMS: readonly Row[] = [
  {
    id: 'out-of-breath',
    wrong: 'out of breath',
    say: 'the load generator could not keep up; saturated',
    example: 'The generator was out of breath.',
    better: 'The load generator could not keep up.',
  },
  {
    id: 'asked',
    wrong: '\\basked\\b',
    say: 'target or scheduled (arrivals), sent or requested (a request), configured',
    example: 'Asked for 20/s, started 20.65/s.',
    better: 'Target 20 req/s; 20.65 req/s started.',
  },
  {
    id: 'told',
    // "Tell me …" is a prompt, "Cannot tell" a result of `assay compare`.
    wrong: '\\b(?:told|(?<!cannot[ -])tells?(?! me\\b)|telling)\\b',
    say: 'reports, states, shows; distinguishes (two things)',
    example: 'The engine told nothing of its end.',
    better: 'The engine did not report its end.',
  },
  {
    id: 'musts',
    wrong: '\\b(?:musts|shoulds|mays)\\b|(?<![\\w-])a (?:must|should|may)\\b(?! be\\b)',
    say: 'a required, recommended or optional rule',
    example: 'A must failed.',
    better: 'A required rule failed.',
  },
  {
    id: 'exchange',
    wrong: '\\bexchanges?\\b',
    say: 'request',
    example: 'Judged 100 % of 1 214 exchanges.',
    better: 'All 1 214 requests were checked against the rules.',
    audience: 'user',
  },
  {
    id: 'bound',
    wrong: '\\bbounds?\\b',
    say: 'limit',
    example: 'The latency is outside the bound.',
    better: 'The latency is above the limit.',
  },
  {
    id: 'knob',
    wrong: '\\bknobs?\\b',
    say: 'setting',
    example: 'A profile sets knobs.',
    better: 'A profile has settings.',
  },
  {
    id: 'in-time',
    wrong: '\\bnot in time\\b',
    say: 'started late, by 1.7 ms (p99)',
    example: 'Arrivals were not in time.',
    better: 'Requests started late, by 1.7 ms (p99).',
  },
  {
    id: 'held-rate',
    wrong:
      '\\bgateways? (?:can |could )?(?:holds?|held|bears?|bore)\\b|\\bload (?:that )?it bears\\b|\\brates? (?:is|are|was|were) (?:not )?(?:held|missed)\\b',
    say: 'sustains (a rate); sustained, not sustained',
    example: 'The highest rate that the gateway holds is 40/s.',
    better: 'The highest rate that the gateway sustains is 40 req/s.',
  },
  {
    id: 'end-to-end',
    wrong: '\\bend[- ]to[- ]end\\b',
    say: 'request latency (e2e)',
    example: 'Latency is measured end to end.',
    better: 'The request latency (e2e) is measured.',
  },
  {
    id: 'slow-reader',
    wrong: '\\bread(?:s|ing)? slowly\\b|\\bslowly read\\b',
    say: 'slow reader',
    example: 'Streams that clients read slowly are listed.',
    better: 'Streams of slow readers are listed.',
  },
  {
    id: 'key-replay',
    wrong: '\\breplays? of (?:a|the|one) key\\b',
    say: 'idempotent replay',
    example: 'A replay of a key returns the first answer.',
    better: 'An idempotent replay returns the first answer.',
  },
  {
    id: 'intended',
    wrong:
      '\\bintended (?:start|time|arrival|moment)s?\\b|\\b(?:was|were|is|are) (?:meant|intended) to start\\b',
    say: 'scheduled start',
    example: 'Latency counts from the intended start.',
    better: 'Latency counts from the scheduled start.',
  },
  {
    id: 'dead',
    wrong:
      '\\bdead (?:targets?|gateways?)\\b|\\b(?:targets?|gateways?|servers?) (?:that )?(?:(?:is|was|are|were) dead|dies|died)\\b|\\bstop(?:s|ped)? answering\\b|\\bsigns? of life\\b',
    say: 'unreachable (never there), unresponsive (silent), gone (was there, now refuses)',
    example: 'The target has stopped answering.',
    better: 'The target is unresponsive.',
  },
  {
    id: 'departed',
    wrong:
      '\\bdepart(?:s|ed|ure|ures)?\\b|\\bgateways? (?:that |which )?(?:leaves?|left)(?! (?:it|the|them|its|no|a|an|open)\\b)|\\b(?:clients?|callers?) (?:who |that |which )?(?:leaves?|left|(?:has|have|had) left|(?:is|was|were) gone|goes away|went away)\\b',
    say: 'client disconnected',
    example: 'The client left before the answer.',
    better: 'The client disconnected before the answer.',
  },
  {
    id: 'unclear',
    wrong: '\\bunclear\\b',
    say: 'could not be verified',
    example: 'The rule is unclear.',
    better: 'The rule could not be verified.',
  },
  {
    id: 'lacking',
    wrong: '\\black(?:s|ed|ing)?\\b|\\b(?:left|leav(?:e|es|ing)) (?:(?:it|them|one|some) )?out\\b',
    say: 'missing, unsupported; excluded, omitted',
    example: 'Operations that the target lacks are left out.',
    better: 'Operations that the target does not support are excluded.',
  },
  {
    id: 'sighting',
    wrong: '\\bsightings?\\b',
    say: 'observation',
    example: 'Each sighting has its evidence.',
    better: 'Each observation has its evidence.',
  },
  {
    id: 'reading',
    wrong: '\\breadings\\b|\\b(?:a|the|this|its|that|which|each|one|other|such) reading\\b',
    say: 'resolved profile; interpretation (of the contract)',
    example: 'The reading is chosen before the run.',
    better: 'The profile is resolved before the run.',
  },
  {
    id: 'own-scenario',
    wrong: '\\b(?:scenarios?|scripts?) of (?:your|their|its|our) own\\b|\\bown scenarios?\\b',
    say: 'custom scenario; bundled scenario',
    example: 'A script of your own can be given.',
    better: 'A custom scenario can be given.',
  },
  {
    id: 'answered-code',
    wrong: '\\banswered (?:with )?(?:an? )?\\d{3}\\b',
    say: 'returns 404',
    example: 'An unknown path is answered 404.',
    better: 'An unknown path returns 404.',
  },
];
