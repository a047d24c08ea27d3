import * as z from 'zod/mini';
import { like } from './common.ts';
import {
  CLASSIFICATIONS,
  HATCHES,
  LABEL_PLACES,
  LINE_KINDS,
  MARKERS,
  MAX_CLASSES,
  MAX_FORMULA,
} from './style-choices.ts';

const colour = like('#e69f00', /^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/);
const pixels = z.number().check(z.minimum(0), z.maximum(40));
const name = z.string().check(z.minLength(1), z.maxLength(120));
const title = z.optional(z.string().check(z.maxLength(200)));
/** The number n of a scale 1 : n. */
const denominator = z.optional(z.number().check(z.minimum(1), z.maximum(1_000_000_000)));
/** An expression of core/expression. */
const formula = z.string().check(z.maxLength(MAX_FORMULA));

/** How an object is drawn; widths and sizes in CSS pixels unless `unit` is metres. */
export const mapSymbol = z.object({
  stroke: colour,
  width: pixels,
  dash: z.optional(z.array(z.number().check(z.minimum(0), z.maximum(100))).check(z.maxLength(8))),
  fill: z.optional(colour),
  /** Radius of a point. */
  radius: z.optional(z.number().check(z.minimum(1), z.maximum(40))),
  shape: z.optional(z.enum(MARKERS)),
  /** A picture (SVG) in place of the shape. */
  svg: z.optional(z.string().check(z.maxLength(20_000))),
  /** Of width, dash, radius and spacing: CSS pixels, or metres on the ground. Default: px. */
  unit: z.optional(z.enum(['px', 'm'])),
  /** How the line is drawn; ticks are on its left or right side. Default: plain. */
  line: z.optional(z.enum(LINE_KINDS)),
  /** Lines or dots upon the fill of an area. */
  hatch: z.optional(
    z.object({
      kind: z.enum(HATCHES),
      colour,
      /** Between two lines, in the unit. */
      spacing: z.number().check(z.minimum(2), z.maximum(100)),
      width: z.number().check(z.minimum(0.1), z.maximum(20)),
    }),
  ),
});
export type MapSymbol = z.output<typeof mapSymbol>;

const category = z.object({
  /** The value of the field; null: objects without one. */
  value: z.nullable(z.union([z.string().check(z.maxLength(1_000)), z.number(), z.boolean()])),
  title,
  symbol: mapSymbol,
  hidden: z.optional(z.boolean()),
});
export type StyleCategory = z.output<typeof category>;

const range = z.object({
  /** From this value on. */
  from: z.number(),
  /** Below this value; of the last range also this value itself. */
  to: z.number(),
  title,
  symbol: mapSymbol,
  hidden: z.optional(z.boolean()),
});
export type StyleRange = z.output<typeof range>;

const rule = z.object({
  title,
  /** A condition; without one the rule is for all objects. */
  filter: z.optional(formula),
  /** For objects to which no other rule applies at the scale. */
  otherwise: z.optional(z.boolean()),
  /** Drawn from 1 : `minScale`, the smaller scale, to 1 : `maxScale`, the larger one. */
  minScale: denominator,
  maxScale: denominator,
  symbol: mapSymbol,
  hidden: z.optional(z.boolean()),
});
export type StyleRule = z.output<typeof rule>;

/** Other objects are drawn with the style's own symbol, or with `others: false` not at all. */
const others = z.optional(z.boolean());
const classes = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('categorized'),
    field: name,
    categories: z.array(category).check(z.maxLength(MAX_CLASSES.categories)),
    others,
  }),
  z.object({
    kind: z.literal('graduated'),
    field: name,
    method: z.enum(CLASSIFICATIONS),
    ranges: z.array(range).check(z.maxLength(MAX_CLASSES.ranges)),
    others,
  }),
  z.object({
    kind: z.literal('rules'),
    /** All rules that apply are drawn, in their order. */
    rules: z.array(rule).check(z.maxLength(MAX_CLASSES.rules)),
    others,
  }),
]);
export type StyleClasses = z.output<typeof classes>;

/** Labels of a layer, in CSS pixels. */
const labels = z.object({
  /** An expression; empty: no labels. */
  text: formula,
  size: z.optional(z.number().check(z.minimum(6), z.maximum(72))),
  colour: z.optional(colour),
  halo: z.optional(
    z.object({ colour: z.optional(colour), width: z.number().check(z.minimum(0), z.maximum(10)) }),
  ),
  minScale: denominator,
  maxScale: denominator,
  /** `auto`: along lines, inside areas, beside points. Default: auto. */
  placement: z.optional(z.enum(LABEL_PLACES)),
  /** The length of each edge beside it, metres. */
  dimensions: z.optional(z.boolean()),
  /** The line from a label that was moved by hand to its object. Default: in the colour of the text. */
  leader: z.optional(z.object({ off: z.optional(z.boolean()), colour: z.optional(colour) })),
});
export type LabelStyle = z.output<typeof labels>;

/**
 * How objects of a type are drawn: with its own symbol, unless they are in one of the classes. Styles without `version`
 * have neither classes nor labels.
 */
export const style = z.extend(mapSymbol, {
  version: z.optional(z.literal(2)),
  /** The attribute that names the object; also its label, unless there are `labels`. */
  label: z.optional(z.string().check(z.maxLength(120))),
  /** The numeric attribute, in metres, by which areas are extruded in 3D. */
  height: z.optional(z.string().check(z.maxLength(120))),
  classes: z.optional(classes),
  labels: z.optional(labels),
  /** The layer is drawn from 1 : `minScale`, the smaller scale, to 1 : `maxScale`. */
  minScale: denominator,
  maxScale: denominator,
  /** A condition: other objects of the layer are not drawn. */
  filter: z.optional(formula),
});
export type Style = z.output<typeof style>;
