import type { Behaviour } from '../../behaviour.ts';
import { uploadSeen } from '../../observations/upstream-observations.ts';
import { relayedSlowUpload } from '../../probes/relayed-slow-upload.ts';

export const uploadPassedOn: Behaviour = {
  id: 'upload-passed-on',
  question: 'Is an upload passed on to the provider while it arrives?',
  silence: 'When a gateway sends an upload on: not shown.',
  operation: 'transcription',
  upstream: true,
  probe: relayedSlowUpload,

  observe({ relays }) {
    return uploadSeen(relays);
  },
};
