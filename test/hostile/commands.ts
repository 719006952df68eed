import type { Behaviour } from '../../reference-server/hostile/behaviour.ts';

export type HostileCommand = 'conform' | 'load';

/** By the first operation that a behaviour affects. */
interface Traffic {
  /** A few rules, whose probes send every form of request: all rules take minutes. */
  readonly rules: readonly string[];
  readonly scenario: string;
}

const CHAT: Traffic = {
  rules: [
    'chat-accepted',
    'chat-sync-json',
    'chat-required-fields',
    'chat-finish-reason',
    'chat-id-unique',
    'chat-stream-offered',
    'chat-stream-done-present',
    'chat-stream-done-once-last',
    'transport-bodies-json',
    'transport-body-length',
    'transport-members-once',
    'transport-sse-events-closed',
    'transport-sse-framing',
    'transport-sse-utf8',
  ],
  scenario: 'mixed',
};

const TRAFFIC: Readonly<Record<string, Traffic>> = {
  images: {
    rules: [
      'images-accepted',
      'images-shape',
      'images-b64-canonical',
      'images-decodes',
      'images-mime-matches',
    ],
    scenario: 'images',
  },
  'video-create': {
    rules: [
      'video-accepted',
      'video-create-shape',
      'video-read-shape',
      'video-status-known',
      'video-job-constant',
      'video-job-ids-unique',
      'video-progress-range',
      'video-status-never-backwards',
      'video-terminates',
      'video-content-leads',
    ],
    scenario: 'video-poll-cancel',
  },
  transcription: {
    rules: ['transcription-accepted', 'transcription-shape'],
    scenario: 'transcription-upload',
  },
};

/** @param also rules that the run is expected to name */
export function flagsOf(
  behaviour: Behaviour,
  command: HostileCommand,
  also: readonly string[],
): readonly string[] {
  const [operation = 'chat'] = ('answer' in behaviour && behaviour.operations) || [];
  const { rules, scenario } = TRAFFIC[operation] ?? CHAT;
  if (command === 'load') return ['--scenario', scenario];
  const all = new Set([...rules, 'auth-key-not-echoed', ...also]);
  return ['--thorough', ...[...all].flatMap((rule) => ['--rule', rule])];
}
