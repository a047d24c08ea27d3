import type { PaperBox } from '#core/protocol';
import { INK } from '../../../../formats/pdf/look.ts';
import type { FramePicture, PaperDrawing } from './paper-drawing.ts';

/** Height of the title below the picture, millimetres. */
const FOOT = 6;

/** A picture as large as fits in the frame, above its title, which says that it is to no scale. */
export function drawPicture(
  title: string,
  { image, width, height }: FramePicture,
  box: PaperBox,
  noScale: string,
): PaperDrawing {
  const high = box.height - FOOT;
  const share = Math.min(box.width / width, high / height);
  const [wide, tall] = [width * share, height * share];
  const at = { x: box.x + (box.width - wide) / 2, y: box.y + (high - tall) / 2, width: wide, height: tall };
  const text = [title, noScale].filter((part) => part !== '').join(' – ');
  const foot = box.y + box.height - FOOT;
  return {
    box,
    lines: [
      { points: [[box.x, foot], [box.x + box.width, foot]], width: 0.3, colour: INK.line }, // prettier-ignore
    ],
    texts: [{ text, at: [box.x + 2, foot + FOOT / 2], size: 7.5, align: 'left' }],
    picture: { image, at },
  };
}
