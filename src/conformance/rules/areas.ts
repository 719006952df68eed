import type { Rule } from '../rule.ts';
import * as auth from './auth.ts';
import * as chatAnswers from './chat/answers.ts';
import * as chatChoices from './chat/choices.ts';
import * as chatFormats from './chat/formats.ts';
import * as chatPrompts from './chat/prompts.ts';
import * as chatTools from './chat/tools.ts';
import * as chatVision from './chat/vision.ts';
import * as chatStreamCourse from './chat-stream/course.ts';
import * as chatStreamShape from './chat-stream/shape.ts';
import * as errorsAbsentTexts from './errors/absent-texts.ts';
import * as errorsBodies from './errors/bodies.ts';
import * as errorsRequests from './errors/requests.ts';
import * as idempotencyKeys from './idempotency/keys.ts';
import * as idempotencyMismatches from './idempotency/mismatches.ts';
import * as idempotencyRaces from './idempotency/races.ts';
import * as idempotencyReplays from './idempotency/replays.ts';
import * as images from './images.ts';
import * as relayAnswers from './relay/answers.ts';
import * as relayCalls from './relay/calls.ts';
import * as relayDepartures from './relay/departures.ts';
import * as relayFailures from './relay/failures.ts';
import * as relayFeatures from './relay/features.ts';
import * as relayHeaders from './relay/headers.ts';
import * as relayJobs from './relay/jobs.ts';
import * as relayRequests from './relay/requests.ts';
import * as relayStreams from './relay/streams.ts';
import * as responsesAnswers from './responses/answers.ts';
import * as responsesFormats from './responses/formats.ts';
import * as responsesStored from './responses/stored.ts';
import * as responsesTools from './responses/tools.ts';
import * as responsesStreamCourse from './responses-stream/course.ts';
import * as responsesStreamShape from './responses-stream/shape.ts';
import * as transcriptionFormats from './transcription/formats.ts';
import * as transcriptionUploads from './transcription/uploads.ts';
import * as transportBodies from './transport/bodies.ts';
import * as transportConnections from './transport/connections.ts';
import * as transportEventStreams from './transport/event-streams.ts';
import * as transportHttp2 from './transport/http2.ts';
import * as videoCancels from './video/cancels.ts';
import * as videoJobs from './video/jobs.ts';
import * as videoRanges from './video/ranges.ts';
import * as videoReads from './video/reads.ts';

/** The files with the rules of each area. */
export const AREAS: Readonly<Record<string, readonly Readonly<Record<string, Rule>>[]>> = {
  auth: [auth],
  chat: [chatAnswers, chatChoices, chatFormats, chatPrompts, chatTools, chatVision],
  'chat-stream': [chatStreamCourse, chatStreamShape],
  errors: [errorsAbsentTexts, errorsBodies, errorsRequests],
  idempotency: [idempotencyKeys, idempotencyMismatches, idempotencyRaces, idempotencyReplays],
  images: [images],
  relay: [
    relayAnswers,
    relayCalls,
    relayDepartures,
    relayFailures,
    relayFeatures,
    relayHeaders,
    relayJobs,
    relayRequests,
    relayStreams,
  ],
  responses: [responsesAnswers, responsesFormats, responsesStored, responsesTools],
  'responses-stream': [responsesStreamCourse, responsesStreamShape],
  transcription: [transcriptionFormats, transcriptionUploads],
  transport: [transportBodies, transportConnections, transportEventStreams, transportHttp2],
  video: [videoCancels, videoJobs, videoRanges, videoReads],
};
