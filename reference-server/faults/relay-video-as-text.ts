import type { Alteration } from '../hooks.ts';

export const relayVideoAsText: Alteration = {
  id: 'relay-video-as-text',
  summary: 'The content of a video is read as text: bytes that are not UTF-8 are replaced.',
  needsUpstream: true,
  hooks: ({ send }) => ({
    send(response, answer) {
      const isVideo = answer.headers['content-type']?.startsWith('video/') === true;
      const { payload } = answer;
      const text = isVideo ? Buffer.from(Buffer.from(payload).toString('utf8')) : payload;
      send(response, { ...answer, payload: text });
    },
  }),
};
