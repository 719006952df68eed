import type { Alteration } from '../hooks.ts';

export const relayHalveVideo: Alteration = {
  id: 'relay-halve-video',
  summary: 'The content of a video reaches the caller up to its half, as if it were whole.',
  needsUpstream: true,
  hooks: ({ send }) => ({
    send(response, answer) {
      const isVideo = answer.headers['content-type']?.startsWith('video/') === true;
      const { payload } = answer;
      const kept = isVideo ? payload.slice(0, Math.floor(payload.length / 2)) : payload;
      send(response, { ...answer, payload: kept });
    },
  }),
};
