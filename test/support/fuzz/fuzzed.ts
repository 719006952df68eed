import * as fc from 'fast-check';
import { anyClientRequests } from './client-requests.ts';
import { anyConfiguration, anyConfigurationValues } from './configuration.ts';
import { anyEventStream } from './event-stream.ts';
import { anyForm, anyFormBytes } from './form.ts';
import { anyFrameBytes, anyFrameHeader, assertAnyRecording } from './frames.ts';
import { anyJsonWithKey, anyKeyForm, anyKeyInDeltas } from './key-forms.ts';

type Limits = Pick<fc.Parameters, 'numRuns' | 'interruptAfterTimeLimit'>;

interface Fuzzed {
  readonly name: string;
  /** Throws with the seed and the smallest input that breaks it. */
  readonly check: (limits: Limits) => void;
  /** In `npm test`: about half a second. */
  readonly runs: number;
}

/** Readers of what others write, and the search for keys in it, each with any input. */
export const FUZZED: readonly Fuzzed[] = [
  { name: 'tap: any bytes', check: (limits) => fc.assert(anyFrameBytes, limits), runs: 3000 },
  { name: 'tap: any header', check: (limits) => fc.assert(anyFrameHeader, limits), runs: 3000 },
  { name: 'recording: any file', check: assertAnyRecording, runs: 500 },
  {
    name: 'event stream: any bytes',
    check: (limits) => fc.assert(anyEventStream, limits),
    runs: 3000,
  },
  {
    name: 'form: any parts are read back',
    check: (limits) => fc.assert(anyForm, limits),
    runs: 1000,
  },
  { name: 'form: any bytes', check: (limits) => fc.assert(anyFormBytes, limits), runs: 3000 },
  {
    name: 'watched traffic: any bytes of a client',
    check: (limits) => fc.assert(anyClientRequests, limits),
    runs: 1000,
  },
  { name: 'key: any form', check: (limits) => fc.assert(anyKeyForm, limits), runs: 200 },
  { name: 'key: in any deltas', check: (limits) => fc.assert(anyKeyInDeltas, limits), runs: 100 },
  { name: 'key: in any JSON', check: (limits) => fc.assert(anyJsonWithKey, limits), runs: 500 },
  {
    name: 'configuration: any text',
    check: (limits) => fc.assert(anyConfiguration, limits),
    runs: 300,
  },
  {
    name: 'configuration: any values',
    check: (limits) => fc.assert(anyConfigurationValues, limits),
    runs: 1000,
  },
];
