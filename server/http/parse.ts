import * as z from 'zod/mini';
import { en, it } from 'zod/locales';
import type { Language } from '#core/protocol';
import { hasSentence, sentence } from '../base/language.ts';
import { HttpError } from '../base/http-error.ts';

const MESSAGES = { en: en().localeError, it: it().localeError };

/**
 * Validates one part of a request. Throws 400 with the path of each error (`body.fields[2].name`) and a sentence in
 * the person's language.
 */
export function parsePart<S extends z.core.$ZodType>(
  part: 'params' | 'query' | 'headers' | 'body',
  schema: S,
  value: unknown,
  language: Language,
): z.output<S> {
  const { data, errors } = readAs(schema, value, part, language);
  if (!errors) return data;
  throw new HttpError(
    400,
    'http.invalid',
    { path: errors[0]!.path, message: errors[0]!.message },
    { errors },
  );
}

/** The value in the form of the schema, or each error with its path below `root` and a sentence; the first 50. */
export function readAs<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  root: string,
  language: Language,
):
  | { data: z.output<S>; errors?: undefined }
  | { data?: undefined; errors: { path: string; message: string }[] } {
  const parsed = z.safeParse(schema, value, { error: (issue) => message(issue, language) });
  return parsed.success ? { data: parsed.data } : { errors: errorsOf(parsed.error, root, language) };
}

export function errorsOf(
  error: z.core.$ZodError,
  root: string,
  language: Language,
): { path: string; message: string }[] {
  return error.issues
    .flatMap(nearest)
    .slice(0, 50)
    .map((fault) => ({
      path: pathText(root, fault.path),
      message: translated(fault.message, language),
    }));
}

function message(issue: z.core.$ZodRawIssue, language: Language) {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return sentence(language, 'http.missing', { expected: issue.expected });
    // Query values are text; a missing or invalid number becomes NaN.
    if (Number.isNaN(issue.input)) return sentence(language, 'http.no-number');
  }
  if (issue.code === 'invalid_value' && issue.values.length > 1)
    return sentence(language, 'http.no-option', { values: issue.values.join(', ') });
  return MESSAGES[language](issue);
}

type SchemaIssue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** For a union: the errors of the closest alternative, the one that fails deepest. */
function nearest(issue: z.core.$ZodIssue): SchemaIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const shapes = issue.errors.map((faults) => faults.flatMap(nearest));
  const depth = (faults: SchemaIssue[]) => Math.min(...faults.map(({ path }) => path.length));
  const deepest = Math.max(...shapes.map(depth));
  const inside = (fault: SchemaIssue): SchemaIssue => ({ ...fault, path: [...issue.path, ...fault.path] });
  if (deepest > 0) return shapes.find((faults) => depth(faults) === deepest)!.map(inside);
  const messages = new Set(shapes.map((faults) => faults.find(({ path }) => path.length === 0)!.message));
  return [{ path: issue.path, message: [...messages].join('; ') }];
}

/**
 * A geometry error has the form `geometry:<key> <path> <value>`, a wrong format `like: <example>`; both are
 * translated to the person's language.
 */
function translated(message: string, language: Language): string {
  const [head = '', path = '', value = ''] = message.split(' ');
  if (head === 'like:') return sentence(language, 'http.not-like', { example: path });
  const key = head.replace(/^geometry:/, 'geometry.');
  return key !== head && hasSentence(key) ? sentence(language, key, { path, value }) : message;
}

function pathText(root: string, path: readonly PropertyKey[]): string {
  let text = root;
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `.${String(step)}`;
  return text;
}
