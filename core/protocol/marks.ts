import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, like, uuid } from './common.ts';

/** Most marks of one picture, points of a line, and letters of a text. */
export const MARKS = { most: 500, points: 200, letters: 500 } as const;
/** Offered for marks: readable on light and dark pictures with their white edge, also for people who do not see red and green apart. */
export const MARK_COLOURS = ['#c2410c', '#0b6e8f', '#a16207', '#111827'] as const;
/** Of a sphere, what crosses the edge of the picture goes on beyond it. */
const part = z.number().check(z.minimum(-1), z.maximum(2));
/** Parts of the width from the left and of the height from the top: of the upright picture, or of the whole sphere. */
const point = z.tuple([part, z.number().check(z.minimum(0), z.maximum(1))]);
const shared = { id: uuid, colour: like('#c2410c', /^#[0-9a-f]{6}$/) };

const arrow = { ...shared, kind: z.literal('arrow'), points: z.tuple([point, point]) };
const line = {
  ...shared,
  kind: z.literal('line'),
  points: z.array(point).check(z.minLength(2), z.maxLength(MARKS.points)),
};
const text = {
  ...shared,
  kind: z.literal('text'),
  points: z.tuple([point]),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MARKS.letters)),
};
/** An arrow to its second point, a line, or a text beside its point. */
export const pictureMark = z.discriminatedUnion('kind', [z.object(arrow), z.object(line), z.object(text)]);
export type PictureMark = z.output<typeof pictureMark>;

const drawn = {
  /** Who drew it, or changed it last, and when. */
  by: z.string(),
  at: z.iso.datetime(),
  /** The content of the file on which it was drawn. */
  content: z.int(),
};
const storedMark = z.discriminatedUnion('kind', [
  z.object({ ...arrow, ...drawn }),
  z.object({ ...line, ...drawn }),
  z.object({ ...text, ...drawn }),
]);
export type StoredMark = z.output<typeof storedMark>;

const pictureMarks = z.object({
  id: uuid,
  /** Of the marks, not of the file. */
  version: z.int(),
  /** The current content of the file. */
  content: z.int(),
  marks: z.array(storedMark),
});
export type PictureMarks = z.output<typeof pictureMarks>;

export const readMarks = defineCall({
  id: 'files.readMarks',
  method: 'GET',
  path: '/files/marks/:id',
  summary:
    'Arrows, lines and texts that people have drawn over a photo or a panoramic; the picture itself has none of them.',
  authorization: 'geometries.read',
  params: byId,
  answer: pictureMarks,
});
export const saveMarks = defineCall({
  id: 'files.saveMarks',
  method: 'PUT',
  path: '/files/marks/:id',
  summary:
    'Replaces the marks over a photo or a panoramic; at most 500. What is new or changed is said to be of the caller. `If-Match` is the version of the marks: 0 where there were none before.',
  authorization: 'files.write',
  params: byId,
  body: z.object({ marks: z.array(pictureMark).check(z.maxLength(MARKS.most)) }),
  answer: pictureMarks,
  versioned: true,
});
