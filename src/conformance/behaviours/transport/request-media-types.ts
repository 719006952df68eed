import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { chatsOfMediaTypes } from '../../probes/malformed-requests.ts';

export const requestMediaTypes: Behaviour = {
  id: 'request-media-types',
  question: 'Which spellings of the media type of a request are accepted?',
  silence: 'All bodies are JSON; how the media type may be spelled is not shown.',
  probe: chatsOfMediaTypes,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};
