import { gridAt } from '#core/geodesy';
import { sentence } from '../../../base/language.ts';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import type { PageRectangle } from '../../../formats/pdf/paper.ts';
import { roundLength } from '../../../formats/pdf/map/frame.ts';
import { MM, type FrameView } from './frame-view.ts';
import type { SheetContext } from './sheet-context.ts';
import { LINE, putText, ratioOf } from './sheet-text.ts';

/** Clockwise from the top of the page, degrees: where grid north or true north is in the middle of a frame. */
export function northOf(view: FrameView, which: 'grid' | 'true'): number {
  if (which === 'grid') return -view.rotation;
  const [longitude, latitude] = view.centre;
  const [x, y] = view.toPage(longitude, latitude);
  // A second of arc to the north: some thirty metres.
  const [toX, toY] = view.toPage(longitude, latitude + 1 / 3600);
  return (Math.atan2(toX - x, y - toY) * 180) / Math.PI;
}

/** How much longer a line is in the plane than on the ellipsoid, in the middle of a frame; 1 in a plane about it. */
export function planeFactor(view: FrameView, crs: string): number {
  if (!view.plane.isOfCrs) return 1;
  const { scaleNorth, scaleEast } = gridAt(crs, [...view.centre]);
  return (scaleNorth + scaleEast) / 2;
}

/** An arrow of the height of the box, turned about its middle. */
export function drawNorth(pdf: ScriptPdf, box: PageRectangle, angle: number, label: string): void {
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.42];
  const long = box.height * 0.36;
  const wide = long * 0.34;
  pdf
    .save()
    .rotate(angle, { origin: [x, y] })
    .lineWidth(0.6)
    .undash();
  pdf
    .polygon([x, y - long], [x + wide, y + long], [x, y + long * 0.6])
    .fillColor(INK.text, 1)
    .fill();
  pdf
    .polygon([x, y - long], [x - wide, y + long], [x, y + long * 0.6])
    .strokeColor(INK.text, 1)
    .stroke();
  pdf.restore();
  putText(pdf, label, x, box.y + box.height - 3.4 * MM, {
    size: 6.5,
    colour: INK.muted,
    align: 'center',
    width: box.width,
  });
}

/** In the lower left corner of a frame: in what it differs from the first, which the panel is about. */
export function drawCaption(
  pdf: ScriptPdf,
  { language, texts }: SheetContext,
  view: FrameView,
  first: FrameView,
): void {
  if (view.scale === first.scale && view.rotation === first.rotation) return;
  const scale = ratioOf(texts, view.scale);
  const angle = texts.number(view.rotation, Number.isInteger(view.rotation) ? 0 : 1);
  const text =
    view.rotation === first.rotation ? scale : sentence(language, 'export.sheet.frame', { scale, angle });
  const size = 8;
  const { box } = view;
  const high = size * LINE + 1 * MM;
  const wide = pdf.font('strong').fontSize(size).widthOfString(text) + 3 * MM;
  pdf
    .rect(box.x + 0.4, box.y + box.height - high - 0.4, Math.min(wide, box.width - 0.8), high)
    .fillColor('#ffffff', 0.85)
    .fill();
  putText(pdf, text, box.x + 1.5 * MM, box.y + box.height - high, {
    size,
    face: 'strong',
    width: box.width - 3 * MM,
  });
}

/** Parts of a scale bar. */
const PARTS = 4;
/** Least room of a scale bar: its numbers would be one over the other. */
const LEAST = 10 * MM;

/**
 * A scale bar of a round length in four parts, at most as wide as the box, with its numbers. Returns whether it has
 * room.
 */
export function drawScaleBar(
  pdf: ScriptPdf,
  box: PageRectangle,
  view: FrameView,
  number: (value: number) => string,
): boolean {
  const room = box.width - 14 * MM;
  if (room < LEAST) return false;
  const metres = roundLength(view, room);
  const wide = metres * view.pointsPerMetre;
  const [x, y] = [box.x + 2 * MM, box.y + 4 * MM];
  const part = wide / PARTS;
  const high = 1.4 * MM;
  pdf.save().undash().lineWidth(0.5).strokeColor(INK.text, 1).fillColor(INK.text, 1);
  for (let n = 0; n < PARTS; n += 2) pdf.rect(x + n * part, y, part, high);
  pdf.fill();
  pdf.rect(x, y, wide, high).stroke();
  pdf.restore();
  const isFar = metres >= 2000;
  const text = (value: number) => number(isFar ? value / 1000 : value);
  const of = { size: 6.5, align: 'center' as const };
  putText(pdf, '0', x, y - 3.2 * MM, of);
  putText(pdf, text(metres / 2), x + wide / 2, y - 3.2 * MM, of);
  putText(pdf, `${text(metres)} ${isFar ? 'km' : 'm'}`, x + wide, y - 3.2 * MM, of);
  return true;
}
