import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { colourOfClass, type Language } from '#core/protocol';
import { ticks } from '#core/shapes';
import { sentence } from '../../../base/language.ts';
import { ScriptPdf } from '../../../formats/pdf/index.ts';
import type { TracedSection } from './traced-section.ts';

/** A4 across, points of 1/72 inch. */
const [WIDTH, HEIGHT] = [841.89, 595.28];
const PLOT = { left: 72, top: 84, right: WIDTH - 36, bottom: HEIGHT - 60 };
const POINTS_A_METRE = 72 / 0.0254;
/** Points between two numbers of an axis, at least. */
const GAP = 48;
const INK = '#26323d';
const GRID = '#d5dade';

export interface PdfOf {
  name: string;
  /** Metres per unit of the sections. */
  metres: number;
  language: Language;
  author: string;
}

/** A page for each section, at the largest round scale at which it fits. */
export async function sectionsPdf(
  file: string,
  sections: readonly TracedSection[],
  of: PdfOf,
): Promise<void> {
  const pdf = new ScriptPdf({
    size: [WIDTH, HEIGHT],
    margin: 0,
    autoFirstPage: false,
    lang: of.language,
    displayTitle: true,
    info: { Title: of.name, Author: of.author, Creator: 'Groma', Producer: 'Groma' },
  });
  const written = pipeline(pdf, createWriteStream(file));
  for (const [i, section] of sections.entries()) drawPage(pdf, section, of, `${i + 1} / ${sections.length}`);
  pdf.end();
  await written;
}

function drawPage(pdf: ScriptPdf, section: TracedSection, of: PdfOf, number: string): void {
  pdf.addPage();
  const { title, length, answer, paths = [] } = section;
  const say = (key: string, values: Record<string, string | number> = {}) =>
    sentence(of.language, `pointcloud.section-pdf.${key}`, values);
  const outlines = [...answer.outlines.map(({ profile }) => profile), ...paths];
  const heights = outlines.flatMap((line) => line.map(([, height]) => height));
  const low = Math.floor(heights.reduce((least, one) => Math.min(least, one), Infinity));
  const high = Math.max(low + 1, Math.ceil(heights.reduce((most, one) => Math.max(most, one), -Infinity)));
  pdf.fillColor(INK);
  pdf.font('strong').fontSize(15).text(title, PLOT.left, 28, { lineBreak: false });
  const { cloudId: _, content, edits, points, complete } = answer.source;
  pdf.font('text').fontSize(8);
  if (heights.length === 0) {
    pdf.text(say('empty'), PLOT.left, 50, { lineBreak: false });
    return;
  }
  const scale = scaleFor(length * of.metres, (high - low) * of.metres);
  const size = (POINTS_A_METRE * of.metres) / scale;
  const about = [
    say('scale', { scale }),
    say('source', { name: of.name, content, edits, points }),
    ...(complete ? [] : [say('cut')]),
  ].join(' · ');
  pdf.text(about, PLOT.left, 50, { lineBreak: false });
  pdf.text(number, PLOT.right - 60, 28, { lineBreak: false, width: 60, align: 'right' });
  const x = (distance: number) => PLOT.left + distance * size;
  const y = (height: number) => PLOT.bottom - (height - low) * size;
  drawAxes(pdf, { length, low, high, size }, x, y);
  for (const { class: code, profile } of answer.outlines)
    drawLine(pdf, profile, `#${colourOfClass(code).toString(16).padStart(6, '0')}`, x, y);
  for (const path of paths) drawLine(pdf, path, INK, x, y);
}

type Along = (value: number) => number;

function drawLine(
  pdf: ScriptPdf,
  line: readonly (readonly [number, number])[],
  colour: string,
  x: Along,
  y: Along,
): void {
  line.forEach(([distance, height], i) =>
    i === 0 ? pdf.moveTo(x(distance), y(height)) : pdf.lineTo(x(distance), y(height)),
  );
  pdf.lineWidth(0.8).strokeColor(colour).stroke();
}

function drawAxes(
  pdf: ScriptPdf,
  { length, low, high, size }: { length: number; low: number; high: number; size: number },
  x: Along,
  y: Along,
): void {
  const along = ticks(0, length, size, GAP);
  const upwards = ticks(low, high, size, GAP / 2);
  pdf.lineWidth(0.4).strokeColor(GRID);
  for (const at of along.at) pdf.moveTo(x(at), y(low)).lineTo(x(at), y(high)).stroke();
  for (const at of upwards.at) pdf.moveTo(x(0), y(at)).lineTo(x(length), y(at)).stroke();
  pdf.lineWidth(0.8).strokeColor(INK);
  pdf.moveTo(x(0), y(high)).lineTo(x(0), y(low)).lineTo(x(length), y(low)).stroke();
  pdf.font('text').fontSize(7).fillColor(INK);
  for (const at of along.at)
    pdf.text(at.toFixed(along.digits), x(at) - 20, y(low) + 5, {
      width: 40,
      align: 'center',
      lineBreak: false,
    });
  for (const at of upwards.at)
    pdf.text(at.toFixed(upwards.digits), x(0) - 46, y(at) - 4, {
      width: 42,
      align: 'right',
      lineBreak: false,
    });
}

/** 1:n with n of 1, 2 or 5 times a power of ten. */
function scaleFor(metres: number, up: number): number {
  const least = Math.max(
    (metres * POINTS_A_METRE) / (PLOT.right - PLOT.left),
    (up * POINTS_A_METRE) / (PLOT.bottom - PLOT.top),
  );
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least)!;
}
