/** Most characters of a condition or of the text of labels. */
export const MAX_FORMULA = 2_000;

/** Markers that are bundled: simple shapes, and signs of surveys and utilities. */
export const MARKERS = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'cross',
  'x',
  'star',
  'pentagon',
  'hexagon',
  'control-point',
  'benchmark',
  'station',
  'boundary-stone',
  'nail',
  'spot-height',
  'tree',
  'conifer',
  'manhole',
  'square-manhole',
  'drain',
  'hydrant',
  'valve',
  'meter',
  'well',
  'pole',
  'lamp',
  'cabinet',
  'transformer',
  'antenna',
  'sign',
] as const;

export const LINE_KINDS = ['plain', 'double', 'arrows', 'ticks-left', 'ticks-right'] as const;

export const HATCHES = [
  'horizontal',
  'vertical',
  'forward',
  'backward',
  'cross',
  'diagonal-cross',
  'dots',
] as const;

/** Most classes of a style. */
export const MAX_CLASSES = { categories: 1_000, ranges: 100, rules: 500 } as const;

export const CLASSIFICATIONS = ['equal', 'quantile', 'jenks', 'pretty', 'manual'] as const;

export const LABEL_PLACES = ['auto', 'along', 'horizontal'] as const;
