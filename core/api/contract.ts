import type { AnswerOf, CallSpec, RequestOf } from '#core/protocol';

export interface ApiResponse<T> {
  data: T;
  /** The version in `ETag`, if sent. */
  version: number | undefined;
  /** `X-Total-Count`, if sent. */
  total: number | undefined;
  status: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Fraction sent, 0 to 1. */
  onUpload?: (fraction: number) => void;
}

/**
 * Makes the calls of `core/protocol`. An expired session is renewed and the call repeated automatically.
 * @throws AppError (id `http`, status, cause: Problem) with the server's sentence; without a response `status` is
 * undefined and the sentence is about the network.
 */
export interface Api {
  call<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options?: CallOptions,
  ): Promise<ApiResponse<AnswerOf<C>>>;
  /** Makes a call with a binary response (tiles). */
  bytes<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options?: CallOptions & { ifNoneMatch?: string },
  ): Promise<{ data: ArrayBuffer | undefined; etag: string | undefined; status: number }>;
  /** Makes a call whose response is read as it arrives (points). The timeout is until it begins. */
  stream<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<ReadableStream<Uint8Array>>;
}
