import type { SheetContent } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import type { PlacedFrame, SheetPage } from '../content/sheet-task.ts';
import type { SheetContext } from './sheet-context.ts';
import { ratioOf } from './sheet-text.ts';
import { drawGround, type ProfileTexts } from './drawings/draw-ground.ts';
import { drawLines } from './drawings/draw-lines.ts';
import { drawPicture } from './drawings/draw-picture.ts';
import type { PaperDrawing } from './drawings/paper-drawing.ts';

/** What the frames of a page show in place of maps; what of it is not as it was asked for is noted. */
export function drawingsOf(context: SheetContext, { frames }: SheetPage, notes: ExportNotes): PaperDrawing[] {
  return frames.flatMap((frame, n) => {
    if (!frame.content) return [];
    const drawing = drawn(context, n, frame, frame.content, (key, values) =>
      notes.add(`export.sheet.${key}`, { frame: n + 1, ...values }),
    );
    return drawing ? [drawing] : [];
  });
}

type Note = (key: string, values?: Record<string, string | number>) => void;

function drawn(
  context: SheetContext,
  n: number,
  { scale }: PlacedFrame,
  content: SheetContent,
  note: Note,
): PaperDrawing | undefined {
  const { language, texts, plan, profiles, framePictures } = context;
  const box = plan.frames[n]!;
  const ratio = (of: number) => ratioOf(texts, Math.round(of * 100) / 100);
  if (content.kind === 'picture')
    return drawPicture(content.title, framePictures.get(n)!, box, sentence(language, 'export.sheet.picture.no-scale')); // prettier-ignore
  if (content.kind === 'drawing') {
    const { drawing, isCut, size } = drawLines(content, box, scale, ratio(scale));
    const [width, height] = size.map((metres) => texts.number(metres, 1)) as [string, string];
    if (isCut) note('drawing.cut', { width, height });
    return drawing;
  }
  const ground = profiles.get(n);
  if (!ground) return undefined;
  const { exaggeration, step } = content;
  const profileTexts: ProfileTexts = {
    ratio,
    number: texts.number,
    say: (key, values) => sentence(language, `export.sheet.profile.${key}`, values),
  };
  const { drawing, faults } = drawGround({ ground, box, scale, exaggeration, step }, profileTexts);
  for (const fault of faults) note(`profile.${fault.key}`, 'values' in fault ? fault.values : {});
  return drawing;
}
