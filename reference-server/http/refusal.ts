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
    return new Refusal({ status: 400, type: 'invalid_request_error', message, code });
  }

  /** A field that is missing or has a wrong value. */
  static badField(param: string, message: string): Refusal {
    const code = 'invalid_value';
    return new Refusal({ status: 400, type: 'invalid_request_error', message, code, param });
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
    return new Refusal({ status: 404, type: 'invalid_request_error', message, code, param });
  }

  static tooLarge(message: string, param: string | null = null): Refusal {
    const code = 'payload_too_large';
    return new Refusal({ status: 413, type: 'invalid_request_error', message, code, param });
  }

  static limited(): Refusal {
    return new Refusal({
      status: 429,
      type: 'rate_limit_error',
      message: 'The model is over its limit.',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '1' },
    });
  }

  static failed(): Refusal {
    return new Refusal({ status: 500, ...FAILURE });
  }
}
