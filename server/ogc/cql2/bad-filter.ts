import { HttpError } from '../../base/http-error.ts';

export function bad(key: string, values: Record<string, string | number> = {}): HttpError {
  return new HttpError(400, key, values);
}
