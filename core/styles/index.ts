export {
  fieldsOfClasses,
  groupedBySymbol,
  readsGeometry,
  styleAt,
  withoutClasses,
  type StyleAt,
  type StyledObject,
} from './resolve.ts';
export { DEFAULT_RADIUS, inPixels, plainFill } from './sizes.ts';
export { channelsOf, colourOfChannels, colourWithOpacity, splitColour } from './colour.ts';
export { isInScale, resolutionAt, scaleDenominator } from './scale.ts';
export { fieldFormula, LABEL_HALO, LABEL_SIZE, labelsAt, labelText } from './labels.ts';
export { classificationOf, type Classification } from './classification.ts';
export { classesOf, symbolsIn, type StyleClass } from './classes.ts';
export { classTitle, legendOf, type LegendItem } from './legend.ts';
export { drawingOf, LIST_SIZE, type DrawnPath } from './drawing.ts';
export { markerOf, svgPathOf, traceSteps, type MarkerName } from './markers.ts';
export { breaksOf, type BreakMethod, type NumberSummary } from './classify.ts';
export { CATEGORY_PALETTES, coloursOf, PALETTES, type PaletteName } from './palettes.ts';
export { isUnsafeSvgAttribute, SVG_ELEMENTS } from './svg.ts';
export { placeLabels, type LabelCandidate, type Leader, type PlacedLabel } from './place-labels.ts';
export { movedLabel } from './moved-labels.ts';
export { dimensionPlaces, labelPlaces, type DimensionTexts } from './label-places.ts';
export type { LabelledShape } from './crossings.ts';
export { offsetLine, markSpacing, traceMark, type MarkedLine } from './line-marks.ts';
export { rulesOf, type SymbolRule } from './rules.ts';
export { labelingOf, rendererOf, type QgisGeometry } from './qgis/symbols.ts';
export { element, type XmlElement } from './qgis/xml.ts';
export { arrowHead, drawingOfMark, MARK_EDGE, TEXT_EDGE, type MarkDrawing } from './mark-drawing.ts';
