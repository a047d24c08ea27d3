import { drawingOfMark, MARK_EDGE, TEXT_EDGE } from '#core/styles';
import type { PictureMark } from '#core/protocol';

/** One mark over a picture of a size. */
export function Mark({ mark, size }: { mark: PictureMark; size: readonly [number, number] }) {
  const { path, width, text } = drawingOfMark(mark, size);
  if (text)
    return (
      <text
        x={text.x}
        y={text.y}
        fontSize={text.size}
        fill={mark.colour}
        stroke={MARK_EDGE}
        strokeWidth={text.size * TEXT_EDGE}
      >
        {text.content}
      </text>
    );
  return (
    <>
      <path d={path} stroke={MARK_EDGE} strokeWidth={width * 2} />
      <path d={path} stroke={mark.colour} strokeWidth={width} />
    </>
  );
}
