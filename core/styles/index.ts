export {
  classKeyOf,
  fieldsOfClasses,
  groupedBySymbol,
  readsGeometry,
  styleAt,
  symbolsIn,
  withoutClasses,
  type StyleAt,
  type StyledObject,
} from './resolve.ts';
export { inPixels, plainFill } from './sizes.ts';
export { isInScale, resolutionAt, scaleDenominator } from './scale.ts';
export { fieldFormula, labelsAt, labelText } from './labels.ts';
export { classesOf, classTitle, legendOf, type LegendItem, type StyleClass } from './legend.ts';
export {
  colourParts,
  drawingOf,
  LEGEND_SIZE,
  LIST_SIZE,
  type DrawnPath,
  type SymbolDrawing,
} from './drawing.ts';
export { markerOf, svgPathOf, traceSteps, type MarkerName } from './markers.ts';
export { breaksOf, type BreakMethod, type NumberSummary } from './classify.ts';
export { CATEGORY_PALETTES, coloursOf, PALETTES, type PaletteName } from './palettes.ts';
export { isUnsafeSvgAttribute, SVG_ELEMENTS } from './svg.ts';
