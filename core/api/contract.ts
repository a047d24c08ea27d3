import type { AnswerOf, CallSpec, RequestOf } from '#core/protocol';

export interface Answer<T> {
  data: T;
  /** The version in `ETag`, where sent. */
  version: number | undefined;
  /** `X-Total-Count`, where sent. */
  total: number | undefined;
  status: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Fraction sent, 0 to 1. */
  onUpload?: (fraction: number) => void;
}

/**
 * Makes the calls of `core/protocol`. An expired session is renewed and the call made once more by itself.
 * @throws AppError(id 'http', status, cause: Problem) with the server's sentence; without an answer, `status` is
 * undefined and the sentence is the network's.
 */
export interface Api {
  call<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options?: CallOptions,
  ): Promise<Answer<AnswerOf<C>>>;
  /** A binary answer (tiles). */
  bytes<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options?: CallOptions & { ifNoneMatch?: string },
  ): Promise<{ data: ArrayBuffer | undefined; etag: string | undefined; status: number }>;
}
