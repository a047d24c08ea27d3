import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { name } from './common.ts';

const word = z.string().check(z.trim(), z.minLength(1), z.maxLength(20), z.regex(/^\S+$/));
const words = z.array(word).check(z.maxLength(10));
/** What surveyors write beside a code; in any case. Of an offset a number follows: `O1.5`, or `O 1.5`. */
export const fieldCodeControls = z.object({
  begin: words,
  end: words,
  close: words,
  /** The next two points are on an arc with this one, or all up to the end of the arc. */
  arc: words,
  arcEnd: words,
  /** A second line beside the first, to the right of its direction; negative to the left. Metres. */
  offset: words,
});
export type FieldCodeControls = z.output<typeof fieldCodeControls>;
export type FieldCodeControl = keyof FieldCodeControls;

export const fieldCode = z.object({
  /** In any case. */
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Of its points; null: no object is made of them. */
  pointType: z.nullable(name),
  /** Its points in the order of the survey are a line, or the border of an area; null: neither. */
  line: z.nullable(z.object({ typeName: name, kind: z.enum(['line', 'area']) })),
  /** Of types that are made by accepting: `#rrggbb`; null: the next of the palette. */
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  /** What its objects get, in fields that their types have. */
  attributes: z
    .array(
      z.object({
        field: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
        value: z.string().check(z.maxLength(500)),
      }),
    )
    .check(z.maxLength(20)),
});
export type FieldCode = z.output<typeof fieldCode>;

export const MAX_FIELD_CODES = 500;
export const fieldCodeList = z.object({
  controls: fieldCodeControls,
  /** A number after a code: names the line (`FENCE2`), begins one (`FENCE1`), or belongs to the code. */
  numbers: z.enum(['line', 'begin', 'code']),
  codes: z.array(fieldCode).check(z.maxLength(MAX_FIELD_CODES)),
});
export type FieldCodeList = z.output<typeof fieldCodeList>;

/** Of an organization that has stored none. */
export const EMPTY_CODE_LIST: FieldCodeList = {
  controls: {
    begin: ['B', 'BEG'],
    end: ['E', 'END'],
    close: ['C', 'CLS'],
    arc: ['A', 'BC', 'PC'],
    arcEnd: ['EC', 'PT'],
    offset: ['O', 'OF'],
  },
  numbers: 'line',
  codes: [],
};

const storedCodeList = z.extend(fieldCodeList, { version: z.int() });
export type StoredCodeList = z.output<typeof storedCodeList>;

export const getFieldCodes = defineCall({
  id: 'fieldCodes.get',
  method: 'GET',
  path: '/field-codes',
  summary:
    'The code list of the organization: what points and lines become by the codes of the survey. Without the codes of types that the caller is blocked from.',
  authorization: 'geometries.read',
  answer: storedCodeList,
});
export const updateFieldCodes = defineCall({
  id: 'fieldCodes.update',
  method: 'PUT',
  path: '/field-codes',
  summary:
    'Replaces the code list of the organization. Codes of types that the caller is blocked from stay. Field books use it from then on.',
  authorization: 'attributes.write',
  body: fieldCodeList,
  answer: storedCodeList,
  versioned: true,
});
