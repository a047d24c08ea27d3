import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { PaperBox } from '#core/protocol';
import { useI18n, useService } from '#core/react';
import { kindOf, numberOf, type PlacedItem } from '../model/places.ts';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { usePlaceTitle } from './usePlaceTitle.ts';

/** Side of the grip by which a box is resized, millimetres on paper per millimetre of its width. */
const GRIP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Drag {
  readonly from: readonly [number, number];
  readonly box: PaperBox;
  readonly resizes: boolean;
}

interface PlacedBoxProps {
  item: PlacedItem;
  /** Whether the preview below shows it already. */
  isDrawn: boolean;
}

/** Something on the paper: dragged by whole millimetres, or moved by the arrow keys; resized by its lower right corner. */
export const PlacedBox = observer(function PlacedBox({ item: { key, box }, isDrawn }: PlacedBoxProps) {
  const titleOf = usePlaceTitle();
  const i18n = useI18n();
  const desk = useService(SHEET_DESK);
  const drag = useRef<Drag>(undefined);
  const { plan } = desk;
  if (!box || !plan) return null;
  const isChosen = desk.chosen === key;
  const kind = kindOf(key);
  const name = titleOf(key);
  const scale = kind === 'frame' ? desk.scaleOf(desk.frames[numberOf(key)]!) : undefined;
  const scaleText = scale === undefined ? undefined : `1:${i18n.number(scale)}`;
  const start = (event: PointerEvent<SVGElement>, resizes: boolean) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    desk.pick(key);
    drag.current = { from: millimetres(event, plan.width), box, resizes };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<SVGElement>) => {
    const { current } = drag;
    if (!current) return;
    const [x, y] = millimetres(event, plan.width);
    const [right, down] = [x - current.from[0], y - current.from[1]].map(Math.round) as [number, number];
    if (right !== 0 || down !== 0) desk.place(key, changed(current.box, [right, down], current.resizes));
  };
  const end = () => (drag.current = undefined);
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 10 : 1;
    desk.place(key, changed(box, [arrow[0] * step, arrow[1] * step], event.altKey));
  };
  const grip = plan.width * GRIP;
  const handlers = { onPointerMove: move, onPointerUp: end, onPointerCancel: end };
  return (
    <g
      className={isChosen ? 'sheet-item sheet-chosen' : 'sheet-item'}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={scaleText === undefined ? name : `${name}, ${scaleText}`}
      onFocus={() => desk.pick(key)}
      onKeyDown={press}
    >
      <rect
        className={isDrawn ? 'sheet-box sheet-drawn' : 'sheet-box'}
        {...box}
        onPointerDown={(event) => start(event, false)}
        {...handlers}
      />
      {!isDrawn && (
        <text
          x={box.x + box.width / 2}
          y={box.y + box.height / 2}
          fontSize={Math.min(plan.width / 26, (box.width * 1.6) / name.length)}
        >
          {scaleText ?? name}
        </text>
      )}
      {isChosen && kind !== 'text' && (
        <rect
          className="sheet-grip"
          x={box.x + box.width - grip}
          y={box.y + box.height - grip}
          width={grip * 1.5}
          height={grip * 1.5}
          onPointerDown={(event) => start(event, true)}
          {...handlers}
        />
      )}
    </g>
  );
});

function millimetres(
  { clientX, clientY, currentTarget }: PointerEvent<SVGElement>,
  width: number,
): [number, number] {
  const page = currentTarget.ownerSVGElement!.getBoundingClientRect();
  return [((clientX - page.x) / page.width) * width, ((clientY - page.y) / page.width) * width];
}

function changed(box: PaperBox, [right, down]: readonly [number, number], resizes: boolean): PaperBox {
  return resizes
    ? { ...box, width: box.width + right, height: box.height + down }
    : { ...box, x: box.x + right, y: box.y + down };
}
