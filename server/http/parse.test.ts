import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { like } from '#core/protocol';
import { parsePart } from './parse.ts';
import type { HttpError } from '../base/http-error.ts';

const pair = z.tuple([z.number(), z.number()]);
const condition = z.object({ field: z.string(), value: z.number() });
const body = z.object({
  name: z.string(),
  at: z.optional(z.union([pair, z.tuple([z.number(), z.number(), z.number()])])),
  filter: z.optional(z.union([condition, z.object({ and: z.array(condition) })])),
  limit: z.optional(z.union([z.number(), z.boolean()])),
  box: z.optional(like('12.4,41.8', /^[\d.]+,[\d.]+$/)),
  x: z.optional(z.coerce.number()),
  side: z.optional(z.enum(['left', 'right'])),
});

describe('validation errors of a request', () => {
  const faults = (value: unknown, language: 'en' | 'it' = 'en') => {
    try {
      parsePart('body', body, value, language);
    } catch (errorOf) {
      return (errorOf as HttpError).more.errors;
    }
  };

  it.each([
    ['names what is missing', {}, 'body.name', 'Missing: give a value (string).'],
    [
      'goes into the shape that comes nearest',
      { name: 'a', filter: { and: [{ field: 'x', value: '1' }] } },
      'body.filter.and[0].value',
      'Invalid input: expected number, received string',
    ],
    [
      'says which shapes there are where none comes near',
      { name: 'a', limit: 'many' },
      'body.limit',
      'Invalid input: expected number, received string; Invalid input: expected boolean, received string',
    ],
    [
      'says what is the same for all shapes once',
      { name: 'a', at: { type: 'Point' } },
      'body.at',
      'Invalid input: expected tuple, received object',
    ],
    [
      'tells the form of a text by an example, not by its pattern',
      { name: 'a', box: '12.4;41.8' },
      'body.box',
      'The value must have the form 12.4,41.8.',
    ],
    [
      'asks for a number where text is none',
      { name: 'a', x: '12,4' },
      'body.x',
      'Give a number with a decimal point.',
    ],
    ['lists the values there are', { name: 'a', side: 'lfet' }, 'body.side', 'Give one of: left, right.'],
  ])('%s', (_, value, path, message) => {
    expect(faults(value)).toEqual([{ path, message }]);
  });

  it('are translated to Italian', () => {
    expect(faults({}, 'it')).toEqual([{ path: 'body.name', message: 'Manca: indica un valore (string).' }]);
    expect(faults({ name: 'a', box: '' }, 'it')).toEqual([
      { path: 'body.box', message: 'Il valore deve avere la forma 12.4,41.8.' },
    ]);
  });
});
