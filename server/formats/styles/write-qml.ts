import type { Style } from '#core/protocol';
import { element, labelingOf, labelsAt, rendererOf, symbolsIn, type QgisGeometry } from '#core/styles';

/** A layer's style as QGIS stores it. Fields have the names of the object type. */
export function writeQml(geometry: QgisGeometry, style: Style, title: string): string {
  const labels = labelsAt(style, undefined);
  const hasLabels = labels !== undefined && labels.text !== '';
  const { minScale, maxScale } = style;
  const hasScales = minScale !== undefined || maxScale !== undefined;
  const root = element(
    'qgis',
    {
      version: '3.16',
      styleCategories: 'Symbology|Labeling|Rendering',
      labelsEnabled: hasLabels ? '1' : '0',
      hasScaleBasedVisibilityFlag: hasScales ? '1' : '0',
      // The smallest scale of QGIS where none is given.
      minScale: String(minScale ?? 100_000_000),
      maxScale: String(maxScale ?? 0),
    },
    [rendererOf(geometry, style, title), ...(hasLabels ? [labelingOf(labels)] : [])],
  );
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${root.text(0)}`;
}

/** Whether a style has what is drawn plainer by QGIS: hatches, pictures, and signs along lines. */
export function isPlainerInQgis(style: Style): boolean {
  return symbolsIn(style).some(
    ({ hatch, svg, line }) => hatch !== undefined || svg !== undefined || (line ?? 'plain') !== 'plain',
  );
}
