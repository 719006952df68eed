import type { Alteration } from '../hooks.ts';

export const videoContentRedirect: Alteration = {
  id: 'video-content-redirect',
  summary: 'The content_url redirects to another origin.',
  hooks: ({ send }) => ({
    send(response, answer) {
      if (answer.headers['content-type'] !== 'video/mp4') {
        send(response, answer);
        return;
      }
      const headers = { location: `https://media.invalid${response.req.url}` };
      send(response, { status: 302, headers, payload: '' });
    },
  }),
};
