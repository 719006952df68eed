interface RefusalDetails {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error of a failed model, before or during an answer. */
export const FAILURE = {
  message: 'The model failed to answer.',
  type: 'server_error',
  param: null,
  code: 'model_failed',
} as const;

/** A request that is not executed: its status and the fields of the error wrapper. */
export class Refusal extends Error {
  override name = 'Refusal' as const;
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  /** The request field at fault. */
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(details: RefusalDetails) {
    super(details.message);
    this.status = details.status;
    this.type = details.type;
    this.code = details.code ?? null;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }

  /** The same refusal with other details. */
  with(changes: Partial<RefusalDetails>): Refusal {
    const { status, type, message, code, param, headers } = this;
    return new Refusal({ status, type, message, code, param, headers, ...changes });
  }

  static badRequest(message: string, code: string | null = null): Refusal {
    return Refusal.invalid(400, message, code);
  }

  /** A field that is missing or has a wrong value. */
  static badField(param: string, message: string): Refusal {
    return Refusal.invalid(400, message, 'invalid_value', param);
  }

  static unauthorized(message: string, challenge: string): Refusal {
    return new Refusal({
      status: 401,
      type: 'authentication_error',
      message,
      code: 'invalid_api_key',
      headers: { 'www-authenticate': challenge },
    });
  }

  static notFound(message: string, code: string, param: string | null = null): Refusal {
    return Refusal.invalid(404, message, code, param);
  }

  static unknownJob(): Refusal {
    return Refusal.notFound('There is no such job.', 'video_not_found', 'id');
  }

  static tooLarge(message: string, param: string | null = null): Refusal {
    return Refusal.invalid(413, message, 'payload_too_large', param);
  }

  /** @param type of the media that the body must have */
  static unsupported(type: string): Refusal {
    return Refusal.invalid(415, `The body must be ${type}.`, 'unsupported_media_type');
  }

  static limited(retryAfter = '1'): Refusal {
    return new Refusal({
      status: 429,
      type: 'rate_limit_error',
      message: 'The model is over its limit.',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': retryAfter },
    });
  }

  static failed(): Refusal {
    return new Refusal({ status: 500, ...FAILURE });
  }

  private static invalid(
    status: number,
    message: string,
    code: string | null,
    param: string | null = null,
  ): Refusal {
    return new Refusal({ status, type: 'invalid_request_error', message, code, param });
  }
}
