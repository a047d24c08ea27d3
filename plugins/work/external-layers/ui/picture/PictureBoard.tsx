import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslate } from '#core/react';
import type { PicturePlacing } from '../../model/picture/placing.ts';

/** Length of the longest arrow of a residual, CSS pixels. */
const ARROW = 36;
/** CSS pixels by which a pointer may move in a click. */
const STILL = 4;
const [MIN_ZOOM, MAX_ZOOM] = [1, 24];

/** The picture: a click takes a place, dragging moves it, the wheel and + and − zoom. */
export const PictureBoard = observer(function PictureBoard({ placing }: { placing: PicturePlacing }) {
  const t = useTranslate('external-layers');
  const board = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [look, setLook] = useState({ zoom: 1, x: 0, y: 0 });
  const pressed = useRef<{ at: [number, number]; moved: boolean } | undefined>(undefined);
  const { bitmap, points, fitted } = placing;
  useEffect(() => {
    if (!bitmap || !canvas.current) return;
    [canvas.current.width, canvas.current.height] = [bitmap.width, bitmap.height];
    canvas.current.getContext('2d')!.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  const zoomBy = (factor: number) =>
    setLook((before) => {
      const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, before.zoom * factor));
      const share = zoom / before.zoom;
      return zoom === MIN_ZOOM ? { zoom, x: 0, y: 0 } : { zoom, x: before.x * share, y: before.y * share };
    });
  if (!bitmap) return null;
  const click = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const share = bitmap.width / box.width;
    const [x, y] = [(event.clientX - box.left) * share, (event.clientY - box.top) * share];
    if (x >= 0 && y >= 0 && x <= bitmap.width && y <= bitmap.height) placing.pickPixel([x, -y]);
  };
  const longest = Math.max(
    1e-12,
    ...(fitted?.residuals ?? []).map(([east, north]) => Math.hypot(east, north)),
  );
  let whole = 0;
  return (
    <div
      ref={board}
      className="ext-board"
      role="application"
      aria-label={t('picture.board')}
      tabIndex={0}
      onWheel={({ deltaY }) => zoomBy(deltaY < 0 ? 1.25 : 0.8)}
      onKeyDown={({ key }) => {
        if (key === '+' || key === '-') zoomBy(key === '+' ? 1.25 : 0.8);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { at: [event.clientX, event.clientY], moved: false };
      }}
      onPointerMove={({ clientX, clientY }) => {
        const start = pressed.current;
        if (!start) return;
        const by = [clientX - start.at[0], clientY - start.at[1]] as const;
        if (!start.moved && Math.hypot(...by) < STILL) return;
        pressed.current = { at: [clientX, clientY], moved: true };
        setLook((before) => ({ ...before, x: before.x + by[0], y: before.y + by[1] }));
      }}
      onPointerUp={(event) => {
        if (pressed.current && !pressed.current.moved) click(event);
        pressed.current = undefined;
      }}
    >
      <div
        className="ext-board-picture"
        style={{ transform: `translate(${look.x}px, ${look.y}px) scale(${look.zoom})` }}
      >
        <canvas ref={canvas} />
        {points.map(({ pixel, place }, n) => {
          const residual = pixel && place ? fitted?.residuals[whole++] : undefined;
          if (!pixel) return null;
          return (
            <span
              key={n}
              className="ext-board-point"
              style={{
                insetInlineStart: `${(100 * pixel[0]) / bitmap.width}%`,
                insetBlockStart: `${(-100 * pixel[1]) / bitmap.height}%`,
                transform: `scale(${1 / look.zoom})`,
              }}
            >
              {residual && <Arrow residual={residual} factor={ARROW / longest} />}
              <b>{n + 1}</b>
            </span>
          );
        })}
      </div>
    </div>
  );
});

/** Where the given place lies from the fitted one; north is up. */
function Arrow({ residual: [east, north], factor }: { residual: readonly [number, number]; factor: number }) {
  const [x, y] = [east * factor, -north * factor];
  if (Math.hypot(x, y) < 2) return null;
  return (
    <svg className="ext-board-arrow" viewBox="-40 -40 80 80" aria-hidden="true">
      <path d={`M0 0 L${x} ${y}`} />
      <circle cx={x} cy={y} r="3" />
    </svg>
  );
}
