/** What full plugins can import of core/styles: what the workbench itself has of it. */
export {
  DEFAULT_RADIUS,
  LABEL_HALO,
  LABEL_SIZE,
  channelsOf,
  classificationOf,
  colourWithOpacity,
  coloursOf,
  groupedBySymbol,
  labelsAt,
  scaleDenominator,
  splitColour,
  styleAt,
  symbolsIn,
} from '#core/styles';
