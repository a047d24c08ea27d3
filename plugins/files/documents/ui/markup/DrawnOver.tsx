import { useRef, useState, type PointerEvent } from 'react';
import { MARKS, type PictureMark } from '#core/protocol';
import type { NewMark } from '../../api.ts';
import { Mark } from './Marks.tsx';

export type MarkKind = PictureMark['kind'];
type Point = [across: number, down: number];
/** Parts of the picture: points of a line that are nearer are left out, and shorter marks are mistakes. */
const NEAR = 0.004;

interface DrawnOverProps {
  marks: readonly PictureMark[];
  size: readonly [width: number, height: number];
  label: string;
  /** What a drag draws; undefined: nothing is drawn. */
  kind: MarkKind | undefined;
  colour: string;
  /** The words of a text that is placed by a click. */
  words: string;
  onDraw: (mark: NewMark) => void;
}

/** Marks over a picture, and the one that is being drawn. */
export function DrawnOver({ marks, size, label, kind, colour, words, onDraw }: DrawnOverProps) {
  const surface = useRef<SVGSVGElement>(null);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [width, height] = size;
  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const toPicture = surface.current!.getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPicture);
    return [clamp(x / width), clamp(y / height)];
  };
  const draft = markOf(kind, points, colour, words);
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setPoints([placeOf(event)]);
  };
  const move = (event: PointerEvent) => {
    if (points.length === 0) return;
    const next = placeOf(event);
    if (kind === 'line') {
      if (!isApart(points.at(-1)!, next)) return;
      // A long line goes on with every second of its points.
      const before = points.length < MARKS.points ? points : points.filter((_, i) => i % 2 === 0);
      setPoints([...before, next]);
    } else setPoints(kind === 'text' ? [next] : [points[0]!, next]);
  };
  const up = () => {
    if (draft) onDraw(draft);
    setPoints([]);
  };
  return (
    <svg
      ref={surface}
      className="doc-marks"
      data-drawing={kind !== undefined || undefined}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      onPointerDown={kind && down}
      onPointerMove={kind && move}
      onPointerUp={kind && up}
      onPointerCancel={() => setPoints([])}
    >
      {marks.map((mark) => (
        <Mark key={mark.id} mark={mark} size={size} />
      ))}
      {draft && <Mark mark={{ ...draft, id: 'draft' }} size={size} />}
    </svg>
  );
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const isApart = ([x, y]: Point, [toX, toY]: Point): boolean => Math.hypot(toX - x, toY - y) > NEAR;

function markOf(
  kind: MarkKind | undefined,
  points: readonly Point[],
  colour: string,
  words: string,
): NewMark | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!kind || !first || !last) return undefined;
  if (kind === 'text')
    return words.trim() === '' ? undefined : { kind, colour, points: [last], text: words.trim() };
  if (!isApart(first, last) && points.length < 3) return undefined;
  return kind === 'arrow' ? { kind, colour, points: [first, last] } : { kind, colour, points: [...points] };
}
