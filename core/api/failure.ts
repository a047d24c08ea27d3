import axios from 'axios';
import { AppError, isAbort } from '#core/kernel';
import type { Problem } from '#core/protocol';

/** Sentences for failures without a response. */
export interface NetworkTexts {
  unreachable(): string;
  timeout(): string;
  /** A response without a sentence: a proxy's error page. */
  unexplained(status: number): string;
}

/**
 * Returns the error to throw for a failed request, with the server's sentence, or one about the network. `cause` is
 * the response body (a Problem; the current object for 412). Aborts are returned unchanged.
 */
export function failureOf(thrown: unknown, texts: NetworkTexts): unknown {
  if (isAbort(thrown) || thrown instanceof AppError || !axios.isAxiosError(thrown)) return thrown;
  if (!thrown.response) {
    const late = thrown.code === 'ECONNABORTED' || thrown.code === 'ETIMEDOUT';
    return new AppError('http', late ? texts.timeout() : texts.unreachable(), { cause: thrown });
  }
  const { status } = thrown.response;
  const body = readable(thrown.response.data);
  // A gateway cannot reach the server.
  const sentence = status >= 502 && status <= 504 ? texts.unreachable() : texts.unexplained(status);
  return new AppError('http', detailOf(body) ?? sentence, { status, cause: body });
}

/** The error of a binary request arrives as bytes. */
function readable(data: unknown): unknown {
  if (!(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)) return data;
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): string | undefined {
  const { detail } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return typeof detail === 'string' && detail !== '' ? detail : undefined;
}
