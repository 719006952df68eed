import type { ReferenceOptions } from '../../../reference-server/server.ts';
import type { Signalled } from './signalled.ts';

/** Answers of 2 s: the target is found in time, and a command takes minutes. */
const gateway: ReferenceOptions = { tokens: 20, itlMs: 100 };

/** Every command that sends requests. */
export const SIGNALLED = {
  conform: { args: ['conform'], begun: /Conformance:/, gateway },
  gate: { args: ['gate'], begun: /Conformance:/, gateway },
  load: { args: ['load', '--scenario', 'chat-stream'], begun: /Load:/, child: 'engine' },
  'load judged after': {
    args: ['load', '--scenario', 'chat-stream', '--judge', 'after'],
    begun: /Load:/,
    child: 'engine',
  },
  'load of two engines': {
    args: ['load', '--scenario', 'chat-stream', '--segments', '2'],
    begun: /Load:/,
    child: 'engine',
  },
  capacity: { args: ['capacity', '--operation', 'chat'], begun: /Capacity:/, child: 'engine' },
  describe: { args: ['describe'], begun: /Behaviour:/, report: 'behaviour.json', gateway },
  compare: {
    args: ['compare'],
    subjects: (address: string) => [`one=${address}`, `two=${address}`],
    begun: /Conformance:/,
    report: 'compare.json',
    gateway,
  },
} as const satisfies Record<string, Signalled>;

/** The signals of the table: one of each kind, and Ctrl-C twice. */
export const SIGNALS: readonly (readonly NodeJS.Signals[])[] = [
  ['SIGINT'],
  ['SIGTERM'],
  ['SIGHUP'],
  ['SIGINT', 'SIGINT'],
];
