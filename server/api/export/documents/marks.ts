import type { PictureMark } from '#core/protocol';
import { drawingOfMark, MARK_EDGE, TEXT_EDGE } from '#core/styles';
import type { ScriptPdf } from '../../../formats/pdf/script-pdf.ts';
import { plain } from '../../../formats/pdf/text.ts';

type Pair = readonly [number, number];

/** Draws what people have drawn over a picture that is on the page: arrows, lines and texts, as on the screen. */
export function drawMarks(
  pdf: ScriptPdf,
  marks: readonly PictureMark[],
  [left, top]: Pair,
  [width, height]: Pair,
): void {
  if (marks.length === 0) return;
  pdf.save().rect(left, top, width, height).clip().translate(left, top).lineCap('round').lineJoin('round');
  for (const mark of marks) {
    const { path, width: line, text } = drawingOfMark(mark, [width, height]);
    if (text) {
      const place = [plain(text.content, text.content.length), text.x, text.y] as const;
      const options = { lineBreak: false, baseline: 'alphabetic' } as const;
      pdf
        .font('strong')
        .fontSize(text.size)
        .lineWidth(text.size * TEXT_EDGE)
        .strokeColor(MARK_EDGE);
      pdf.text(...place, { ...options, stroke: true, fill: false });
      pdf.fillColor(mark.colour, 1).text(...place, options);
      continue;
    }
    for (const [colour, wide] of [
      [MARK_EDGE, 2 * line],
      [mark.colour, line],
    ] as const)
      pdf.path(path).lineWidth(wide).strokeColor(colour).stroke();
  }
  pdf.restore();
}
