import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';

/** Requests that every gateway is meant to accept; a probe changes what it wants to try. */

interface TextOptions {
  readonly prompt: string;
  readonly model?: string;
  readonly stream?: boolean;
  /** Members beside those of a plain request. */
  readonly also?: Readonly<Record<string, unknown>>;
}

export function chatRequest(expect: Expectations, options: TextOptions): ProbeRequest {
  return {
    operation: 'chat',
    body: {
      json: {
        model: options.model ?? expect.chatModel,
        messages: [{ role: 'user', content: options.prompt }],
        ...streamSwitch(expect, options.stream),
        ...options.also,
      },
    },
  };
}

export function responsesRequest(expect: Expectations, options: TextOptions): ProbeRequest {
  return {
    operation: 'responses',
    body: {
      json: {
        model: options.model ?? expect.responsesModel,
        input: options.prompt,
        ...streamSwitch(expect, options.stream),
        ...options.also,
      },
    },
  };
}

interface ImageOptions {
  readonly prompt: string;
  readonly model?: string | undefined;
  /** 1 when absent. */
  readonly n?: number;
  /** The first that the target is known to draw when absent. */
  readonly size?: string | undefined;
  readonly also?: Readonly<Record<string, unknown>>;
}

export function imageRequest(expect: Expectations, options: ImageOptions): ProbeRequest {
  return {
    operation: 'images',
    body: {
      json: {
        model: options.model ?? expect.imageModel,
        prompt: options.prompt,
        n: options.n ?? 1,
        size: options.size ?? expect.imageSizes[0],
        ...options.also,
      },
    },
  };
}

interface VideoOptions {
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly also?: Readonly<Record<string, unknown>>;
}

export function videoRequest(expect: Expectations, options: VideoOptions): ProbeRequest {
  return {
    operation: 'video-create',
    body: {
      json: {
        model: options.model ?? expect.videoModel,
        prompt: options.prompt,
        duration: expect.videoDuration,
        ...options.also,
      },
    },
  };
}

function streamSwitch(expect: Expectations, stream: boolean | undefined): Record<string, boolean> {
  return stream === undefined ? {} : { [expect.streamField]: stream };
}
