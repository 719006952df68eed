import type { Alteration } from '../hooks.ts';

const STORE = 'https://media.invalid/b%C3%BCcket';
const SIGNATURE = 'X-Expires=3600&X-Signature=a%2Fb%2Bc%3D%3D';

export const videoUrlSigned: Alteration = {
  id: 'video-url-signed',
  summary: 'The content_url is a signed URL of another origin.',
  hooks: ({ presentJob }) => ({
    presentJob(view) {
      const body = presentJob(view);
      if (view.status !== 'completed') return body;
      return { ...body, content_url: `${STORE}/${view.job.id}.mp4?${SIGNATURE}` };
    },
  }),
};
