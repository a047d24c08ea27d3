import * as z from 'zod/mini';

/** Units of lengths; `ft` is the international foot, `ftUS` the US survey foot. */
export const LENGTH_UNITS = ['m', 'km', 'ft', 'ftUS', 'mi'] as const;
/** Units of areas; `ac` is the international acre, `acUS` that of the US survey foot. */
export const AREA_UNITS = ['m²', 'ha', 'km²', 'ft²', 'ftUS²', 'ac', 'acUS'] as const;
/** Units of angles; `dms`: degrees, minutes and seconds. */
export const ANGLE_UNITS = ['degree', 'dms', 'gradian', 'radian'] as const;

const digits = (max: number) => z.int().check(z.minimum(0), z.maximum(max));

/** Units and decimals of a project: the same in all its views, lists and documents. */
export const displayFormat = z.object({
  lengthUnit: z.enum(LENGTH_UNITS),
  lengthDigits: digits(6),
  areaUnit: z.enum(AREA_UNITS),
  areaDigits: digits(8),
  /** Null: each person's own unit. */
  angleUnit: z.nullable(z.enum(ANGLE_UNITS)),
  /** Null: those usual for the unit. */
  angleDigits: z.nullable(digits(8)),
  /** Decimals of eastings and northings; longitude and latitude have five more, which is as fine. */
  coordinateDigits: digits(6),
});
export type DisplayFormat = z.output<typeof displayFormat>;
export type LengthUnit = DisplayFormat['lengthUnit'];
export type AreaUnit = DisplayFormat['areaUnit'];
export type AngleUnit = NonNullable<DisplayFormat['angleUnit']>;

/** Millimetres, and the hundredth of a square metre. */
export const DEFAULT_FORMAT: DisplayFormat = {
  lengthUnit: 'm',
  lengthDigits: 3,
  areaUnit: 'm²',
  areaDigits: 2,
  angleUnit: null,
  angleDigits: null,
  coordinateDigits: 3,
};
