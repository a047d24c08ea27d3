import axios, {
  type AxiosAdapter,
  type AxiosInstance,
  type AxiosResponse,
  type RawAxiosRequestHeaders,
} from 'axios';
import { AppError, isAbort, loadedInTime } from '#core/kernel';
import { TIMEOUT, type AnswerOf, type CallSpec, type RequestOf } from '#core/protocol';
import type { ApiResponse, Api, CallOptions } from './contract.ts';
import { failureOf, type NetworkTexts } from './failure.ts';

/** The session, as the client needs it. */
export interface Credentials {
  readonly token: string | undefined;
  /** Returns a token newer than `refused`; concurrent calls share one refresh. */
  refresh(refused: string): Promise<string>;
}

export interface ApiOptions {
  /** `/api` of the server. */
  base: string;
  credentials: Credentials;
  /** For `Accept-Language`. */
  language: () => string;
  /** Sentences for failures without a response. */
  texts: NetworkTexts;
  /** Doubles all timeouts, for slow networks and machines. Default: false. */
  slow?: boolean;
}

const TOKEN_EXPIRED = 406;

/** Makes the calls of `core/protocol` with axios. */
export class HttpApi implements Api {
  readonly #http: AxiosInstance;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions, http: AxiosInstance = axios.create()) {
    this.#options = options;
    this.#http = http;
  }

  async call<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options: CallOptions = {},
  ): Promise<ApiResponse<AnswerOf<C>>> {
    const response = await this.#send(call, request, options, {});
    return {
      data: (response.data === '' ? undefined : response.data) as AnswerOf<C>,
      version: versionOf(header(response, 'etag')),
      total: count(header(response, 'x-total-count')),
      status: response.status,
    };
  }

  async bytes<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    { ifNoneMatch, ...options }: CallOptions & { ifNoneMatch?: string } = {},
  ): Promise<{ data: ArrayBuffer | undefined; etag: string | undefined; status: number }> {
    const headers = ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch };
    const response = await this.#send(call, request, options, headers, 'arraybuffer');
    const data = response.data as ArrayBuffer | '';
    return {
      data: data === '' || data.byteLength === 0 ? undefined : data,
      etag: header(response, 'etag'),
      status: response.status,
    };
  }

  async stream<const C extends CallSpec>(
    call: C,
    request: RequestOf<C>,
    options: Pick<CallOptions, 'signal'> = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send(call, request, options, {}, 'stream');
    return response.data as ReadableStream<Uint8Array>;
  }

  /** Sends a request; when the token has expired, once more with a new one. */
  async #send(
    call: CallSpec,
    request: RequestOf<CallSpec>,
    options: CallOptions,
    more: RawAxiosRequestHeaders,
    responseType: 'json' | 'arraybuffer' | 'stream' = 'json',
  ): Promise<AxiosResponse<unknown>> {
    const { credentials, base, language, texts, slow } = this.#options;
    const token = call.authorization === 'public' ? undefined : credentials.token;
    const streaming = responseType === 'stream' ? await adapterForStreams(texts) : undefined;
    const once = (jwt: string | undefined): Promise<AxiosResponse<unknown>> =>
      this.#http.request({
        method: call.method,
        url: base + fill(call.path, request.params),
        params: request.query,
        data: bodyOf(call, request),
        headers: {
          ...more,
          ...textHeaders(request.headers),
          'Accept-Language': language(),
          ...(jwt === undefined ? {} : { jwt }),
          ...(request.ifMatch === undefined ? {} : { 'If-Match': quoted(request.ifMatch) }),
        },
        responseType,
        ...(streaming && { adapter: streaming }),
        timeout: (call.timeout ?? TIMEOUT.default) * (slow ? 2 : 1),
        validateStatus: (status) => (status >= 200 && status < 300) || status === 304,
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.onUpload
          ? { onUploadProgress: ({ progress }) => options.onUpload?.(progress ?? 0) }
          : {}),
      });
    try {
      return await once(token);
    } catch (thrown) {
      if (!isExpired(thrown) || token === undefined) throw failureOf(await withWholeBody(thrown), texts);
    }
    const renewed = await credentials.refresh(token);
    if (options.signal?.aborted)
      throw new DOMException('Given up while the session was renewed.', 'AbortError');
    try {
      return await once(renewed);
    } catch (thrown) {
      throw failureOf(await withWholeBody(thrown), texts);
    }
  }
}

/** XMLHttpRequest does not stream. What does is loaded with the first stream: few people need one. */
async function adapterForStreams(texts: NetworkTexts): Promise<AxiosAdapter> {
  try {
    const { getFetch } = await loadedInTime(import('axios/unsafe/adapters/fetch.js'));
    return getFetch();
  } catch (thrown) {
    throw new AppError('http', texts.unreachable(), { cause: thrown });
  }
}

/** The error of a streamed request arrives as a stream: its body is read to the end. */
async function withWholeBody(thrown: unknown): Promise<unknown> {
  if (axios.isAxiosError(thrown) && thrown.response?.data instanceof ReadableStream)
    thrown.response.data = await new Response(thrown.response.data)
      .arrayBuffer()
      // Cut off: there is only the status.
      .catch(() => undefined);
  return thrown;
}

function isExpired(thrown: unknown): boolean {
  return !isAbort(thrown) && axios.isAxiosError(thrown) && thrown.response?.status === TOKEN_EXPIRED;
}

/**
 * Fills the parameters of a path: `/users/:id`.
 * @throws AppError 'missing-parameter', naming it: a programming error.
 */
function fill(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '')
      throw new AppError('missing-parameter', `The call ${path} was made without '${name}'.`);
    return encodeURIComponent(String(value));
  });
}

/** Fields come before the file, so that the server knows them when the file begins. */
function bodyOf(call: CallSpec, request: RequestOf<CallSpec>): unknown {
  if (!call.upload) return request.body;
  const form = new FormData();
  for (const [name, value] of Object.entries(request.body ?? {}))
    if (value !== undefined)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (request.file) form.append('file', request.file, request.file.name ?? 'file');
  for (const file of request.files ?? []) form.append('file', file, file.name);
  return form;
}

function textHeaders(headers: unknown): Record<string, string> {
  const given = Object.entries((headers ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

const quoted = (version: string): string => (version.includes('"') ? version : `"${version}"`);

function header(response: AxiosResponse, name: string): string | undefined {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** `"3"` and `W/"3"` are version 3. */
function versionOf(etag: string | undefined): number | undefined {
  const version = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
