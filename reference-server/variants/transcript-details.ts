import type { Alteration } from '../hooks.ts';

export const transcriptDetails: Alteration = {
  id: 'transcript-details',
  summary: 'A transcript has its language, its duration, its segments and its words.',
  hooks: ({ presentTranscript }) => ({
    presentTranscript(transcript) {
      const body = presentTranscript(transcript);
      const words = transcript.tokens.map((word, at) => ({
        word,
        start: at / 4,
        end: at / 4 + 0.2,
      }));
      const segments = [{ id: 0, start: 0, end: 1.5, text: body.text, avg_logprob: -0.25 }];
      const usage = { type: 'duration', seconds: 2 };
      return {
        task: 'transcribe',
        language: 'english',
        duration: 1.5,
        ...body,
        usage,
        segments,
        words,
      };
    },
  }),
};
