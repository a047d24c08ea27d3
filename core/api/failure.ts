import axios from 'axios';
import { AppError, isAbort } from '#core/kernel';
import type { Problem } from '#core/protocol';

/** What a person reads where no answer came. */
export interface NetworkTexts {
  unreachable(): string;
  timeout(): string;
  /** An answer without a sentence: a proxy's error page. */
  unexplained(status: number): string;
}

/**
 * What to throw for a request that failed: the server's own sentence, or the network's where there is no answer.
 * `cause` is the answer's body (a Problem; the current thing for 412). Aborts are passed on as they are.
 */
export function failureOf(thrown: unknown, texts: NetworkTexts): unknown {
  if (isAbort(thrown) || thrown instanceof AppError || !axios.isAxiosError(thrown)) return thrown;
  if (!thrown.response) {
    const late = thrown.code === 'ECONNABORTED' || thrown.code === 'ETIMEDOUT';
    return new AppError('http', late ? texts.timeout() : texts.unreachable(), { cause: thrown });
  }
  const { status } = thrown.response;
  const body = readable(thrown.response.data);
  // A gateway that speaks for a server it cannot reach.
  const sentence = status >= 502 && status <= 504 ? texts.unreachable() : texts.unexplained(status);
  return new AppError('http', detailOf(body) ?? sentence, { status, cause: body });
}

/** An answer to a binary request says its problem in bytes. */
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
