import type { Style } from '#core/protocol';
import { inPixels, legendOf } from '#core/styles';
import { sentence } from '../../../base/language.ts';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import {
  DEFAULT_STYLE,
  drawSample,
  drawSign,
  type MarkerPictures,
} from '../../../formats/pdf/map/objects.ts';
import { drawLineKind } from '../../../formats/pdf/map/line-kinds.ts';
import { PIXEL, setStroke } from '../../../formats/pdf/map/strokes.ts';
import type { GeometryFamily } from '../../../formats/shapes.ts';
import { localeOf } from '../write/readme.ts';
import { MM } from './frame-view.ts';
import { headingRow, type PanelRow } from './panel-rows.ts';
import type { DrawnLayer } from './sheet-objects.ts';
import type { SheetContext } from './sheet-context.ts';
import { LINE, putText } from './sheet-text.ts';

const ROW = 5.4 * MM;
const SIGN = 11 * MM;
const TEXT = 7.8;
/** Largest radius in a legend, CSS pixels. */
const MAX_RADIUS = 8;

/** The legend of what is drawn, the highest layer first; empty without any. */
export function legendRows(
  context: SheetContext,
  drawn: readonly DrawnLayer[],
  pointsPerMetre: number,
): PanelRow[] {
  const rows = merged(drawn).flatMap(({ layer, classes, families }) =>
    layerRows(context, layer, classes, { families, metre: pointsPerMetre / PIXEL }),
  );
  return rows.length === 0 ? [] : [headingRow(sentence(context.language, 'export.pdf.legend')), ...rows];
}

interface LegendLayer {
  layer: DrawnLayer['layer'];
  classes: Set<number>;
  families: Set<GeometryFamily>;
}

/** One entry for a layer that several frames show. */
function merged(drawn: readonly DrawnLayer[]): LegendLayer[] {
  const found = new Map<DrawnLayer['layer'], LegendLayer>();
  for (const { layer, classes, groups } of drawn) {
    const known = found.get(layer) ?? { layer, classes: new Set(), families: new Set() };
    for (const one of classes) known.classes.add(one);
    for (const { objects } of groups) for (const { family } of objects) known.families.add(family);
    found.set(layer, known);
  }
  return [...found.values()].reverse();
}

function layerRows(
  { language, pictures }: SheetContext,
  { type }: DrawnLayer['layer'],
  classes: ReadonlySet<number>,
  of: { families: ReadonlySet<GeometryFamily>; metre: number },
): PanelRow[] {
  const title = type.title?.[language] || type.typeName;
  const { style = DEFAULT_STYLE } = type;
  if (!style.classes) return [entry(title, style, of, pictures)];
  const print = (value: number) => value.toLocaleString(localeOf(language), { maximumFractionDigits: 6 });
  const items = legendOf(style, print).filter(({ index }) => classes.has(index));
  return [
    {
      height: ROW,
      draw: (pdf, x, y, width) => putText(pdf, title, x, y + 1 * MM, { size: TEXT, face: 'strong', width }),
    },
    ...items.map(({ kind, title: name, symbol }) =>
      entry(kind === 'others' ? sentence(language, 'styles.others') : name, symbol, of, pictures),
    ),
  ];
}

function entry(
  title: string,
  symbol: Style,
  of: { families: ReadonlySet<GeometryFamily>; metre: number },
  pictures: MarkerPictures,
): PanelRow {
  return {
    height: ROW,
    isEntry: true,
    draw(pdf, x, y, width) {
      const middle = y + ROW / 2;
      drawEntry(pdf, x, middle, inPixels(symbol, of.metre), of.families, pictures);
      putText(pdf, title, x + SIGN + 2 * MM, middle - (TEXT * LINE) / 2, {
        size: TEXT,
        width: width - SIGN - 2 * MM,
      });
    },
  };
}

function drawEntry(
  pdf: ScriptPdf,
  x: number,
  middle: number,
  style: Style,
  families: ReadonlySet<GeometryFamily>,
  pictures: MarkerPictures,
): void {
  const thin = { ...style, width: Math.min(style.width, 6) };
  pdf.save();
  if (families.has('polygon'))
    drawSample(pdf, { x, y: middle - 1.8 * MM, width: SIGN, height: 3.6 * MM }, thin);
  else if (families.has('line')) {
    setStroke(pdf, thin);
    const run = [
      [x, middle],
      [x + SIGN, middle],
    ] as const;
    if (style.line && style.line !== 'plain') drawLineKind(pdf, run, thin);
    else
      pdf
        .moveTo(...run[0])
        .lineTo(...run[1])
        .stroke();
    pdf.undash();
  } else
    drawSign(
      pdf,
      x + SIGN / 2,
      middle,
      { ...thin, radius: Math.min(style.radius ?? 5, MAX_RADIUS) },
      pictures,
    );
  pdf.restore();
}
