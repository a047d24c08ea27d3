import type { Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { ScriptPdf } from '../script-pdf.ts';
import { INK } from '../look.ts';
import type { PageRectangle } from '../paper.ts';
import { degreeStep } from './grid-step.ts';
import { frameOf, roundLength, type MapExtent, type MapFrame } from './frame.ts';
import { landIn } from './land.ts';

const SEA = '#e3edf2';
const LAND = '#f7f5ef';
const PAPER = '#fbfaf7';
const COAST = '#b4bec3';
/** Smallest width, in metres, at which Natural Earth is shown: it is generalized to some kilometres. */
const LAND_FROM = 60_000;
/** Width of the locator map, metres. */
const LOCATOR_SPAN = 900_000;
const SECOND = 1 / 3600;
/** Least distance between grid lines, points. */
const APART = 85;

/** Draws a map in a box: ground, grid, `objects`, then frame, scale bar, north arrow and locator. */
export function drawMap(
  pdf: ScriptPdf,
  box: PageRectangle,
  shown: MapExtent,
  language: Language,
  objects: (frame: MapFrame) => void,
  locator = true,
): MapFrame {
  const frame = frameOf(shown, box);
  const far = box.width / frame.pointsPerMetre >= LAND_FROM;
  pdf.save().rect(box.x, box.y, box.width, box.height).clip();
  drawGround(pdf, frame, far);
  drawGrid(pdf, frame);
  objects(frame);
  drawScale(pdf, frame, language);
  drawNorth(pdf, frame);
  if (!far && locator) drawLocator(pdf, frame);
  pdf.restore();
  pdf.rect(box.x, box.y, box.width, box.height).lineWidth(0.7).strokeColor(INK.strong, 1).stroke();
  return frame;
}

function drawGround(pdf: ScriptPdf, frame: MapFrame, land: boolean): void {
  const { box } = frame;
  pdf
    .rect(box.x, box.y, box.width, box.height)
    .fillColor(land ? SEA : PAPER, 1)
    .fill();
  if (land) drawLand(pdf, frame);
}

function drawLand(pdf: ScriptPdf, frame: MapFrame): void {
  for (const rings of landIn(frame.extent, frame.box.width)) {
    for (const ring of rings) {
      ring.forEach(([longitude, latitude], n) => {
        const [x, y] = frame.toPage(longitude, latitude);
        if (n === 0) pdf.moveTo(x, y);
        else pdf.lineTo(x, y);
      });
      pdf.closePath();
    }
    pdf.lineWidth(0.4).strokeColor(COAST, 1).fillColor(LAND, 1).fillAndStroke('even-odd');
  }
}

/** Meridians and parallels with labels at the lower and left edges. */
function drawGrid(pdf: ScriptPdf, frame: MapFrame): void {
  const { box, extent, pointsPerMetre, centre } = frame;
  const [west, south, east, north] = extent;
  const perDegree = 111_320 * pointsPerMetre;
  const cos = Math.max(Math.cos((centre[1] * Math.PI) / 180), 0.05);
  const stepOf = (points: number) => degreeStep(APART / points);
  const [stepX, stepY] = [stepOf(perDegree * cos), stepOf(perDegree)];
  const label = (text: string, x: number, y: number) => {
    pdf.font('text').fontSize(6);
    const width = pdf.widthOfString(text);
    pdf
      .rect(x - 1, y - 0.5, width + 2, 7.6)
      .fillColor('#ffffff', 0.75)
      .fill();
    pdf.fillColor(INK.muted, 1).text(text, x, y, { lineBreak: false });
  };
  const line = (places: [number, number][]) => {
    places.forEach(([longitude, latitude], n) => {
      const [x, y] = frame.toPage(longitude, latitude);
      if (n === 0) pdf.moveTo(x, y);
      else pdf.lineTo(x, y);
    });
    pdf.lineWidth(0.35).strokeColor('#7f95a3', 0.45).stroke();
  };
  const along = (from: number, to: number) =>
    Array.from({ length: 13 }, (_, n) => from + ((to - from) * n) / 12);
  const bottom = box.y + box.height;
  for (let lon = Math.ceil(west / stepX) * stepX; lon <= east; lon += stepX) {
    line(along(south, north).map((lat) => [lon, lat]));
    const [x] = frame.toPage(lon, south);
    if (x > box.x + 30 && x < box.x + box.width - 30) label(degrees(lon, 'E', 'W', stepX), x + 2, box.y + 2);
  }
  for (let lat = Math.ceil(south / stepY) * stepY; lat <= north; lat += stepY) {
    line(along(west, east).map((lon) => [lon, lat]));
    const [, y] = frame.toPage(centre[0], lat);
    if (y > box.y + 14 && y < bottom - 40) label(degrees(lat, 'N', 'S', stepY), box.x + 3, y + 2);
  }
}

/** 12°30′15″E, as precise as the step requires. */
export function degrees(value: number, positive: string, negative: string, step: number): string {
  const fine = step < SECOND * 0.99 ? 1 : 0;
  const seconds = Math.abs(value) * 3600;
  const whole = Math.round(seconds * 10 ** fine) / 10 ** fine;
  const d = Math.floor(whole / 3600 + 1e-9);
  const m = Math.floor((whole - d * 3600) / 60 + 1e-9);
  const s = Math.max(0, whole - d * 3600 - m * 60);
  const sign = whole === 0 ? '' : value > 0 ? positive : negative;
  const two = (number: number, digits = 0) => number.toFixed(digits).padStart(digits ? digits + 3 : 2, '0');
  if (step >= 0.999) return `${d}°${sign}`;
  return step >= 0.0166 ? `${d}°${two(m)}′${sign}` : `${d}°${two(m)}′${two(s, fine)}″${sign}`;
}

function drawScale(pdf: ScriptPdf, frame: MapFrame, language: Language): void {
  const { box, scale, pointsPerMetre } = frame;
  const metres = roundLength(frame, 110);
  const width = metres * pointsPerMetre;
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 3 });
  const length = metres >= 1000 ? `${number(metres / 1000)} km` : `${number(metres)} m`;
  const ratio = `1:${number(scale)}`;
  pdf.font('text').fontSize(7);
  const texts = [length, ratio].map((text) => pdf.widthOfString(text));
  const plate = Math.max(width + 8 + texts[0]!, texts[1]!) + 14;
  const [x, y] = [box.x + 8, box.y + box.height - 34];
  pdf.roundedRect(x, y, plate, 26, 2).fillColor('#ffffff', 0.88).fill();
  const bar = y + 8;
  pdf
    .rect(x + 7, bar, width / 2, 3)
    .fillColor(INK.text, 1)
    .fill();
  pdf
    .rect(x + 7, bar, width, 3)
    .lineWidth(0.6)
    .strokeColor(INK.text, 1)
    .stroke();
  pdf.fillColor(INK.text, 1).text(length, x + 11 + width, bar - 3.6, { lineBreak: false });
  pdf.fillColor(INK.muted, 1).text(ratio, x + 7, bar + 6, { lineBreak: false });
  if (frame.projection === 'cylindrical')
    pdf.text(sentence(language, 'export.pdf.scale-at-middle'), x + 11 + texts[1]!, bar + 6, {
      lineBreak: false,
    });
}

function drawNorth(pdf: ScriptPdf, { box }: MapFrame): void {
  const [x, y] = [box.x + box.width - 20, box.y + 12];
  pdf
    .circle(x, y + 12, 15)
    .fillColor('#ffffff', 0.88)
    .fill();
  pdf
    .polygon([x, y], [x + 4.5, y + 15], [x, y + 12])
    .fillColor(INK.text, 1)
    .fill();
  pdf
    .polygon([x, y], [x - 4.5, y + 15], [x, y + 12])
    .lineWidth(0.6)
    .strokeColor(INK.text, 1)
    .stroke();
  pdf
    .font('strong')
    .fontSize(7)
    .fillColor(INK.text, 1)
    .text('N', x - 2.6, y + 15.2, { lineBreak: false });
}

/** A small map of the surroundings that marks the main map. */
function drawLocator(pdf: ScriptPdf, { box, centre }: MapFrame): void {
  const size = 84;
  const inset: PageRectangle = {
    x: box.x + box.width - size - 8,
    y: box.y + box.height - size - 8,
    width: size,
    height: size,
  };
  const reach = LOCATOR_SPAN / 2 / 111_320;
  const wide = reach / Math.max(Math.cos((centre[1] * Math.PI) / 180), 0.1);
  const small = frameOf([centre[0] - wide, centre[1] - reach, centre[0] + wide, centre[1] + reach], inset);
  pdf.save().rect(inset.x, inset.y, size, size).clip();
  drawGround(pdf, small, true);
  const [x, y] = small.toPage(centre[0], centre[1]);
  pdf.circle(x, y, 3).lineWidth(1.2).strokeColor('#ffffff', 1).fillColor('#c8102e', 1).fillAndStroke();
  pdf.restore();
  pdf.rect(inset.x, inset.y, size, size).lineWidth(0.6).strokeColor(INK.strong, 1).stroke();
}
