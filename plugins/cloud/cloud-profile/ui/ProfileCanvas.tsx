import { autorun } from 'mobx';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { METRES, printPlain } from '#core/geodesy';
import { withMinus } from '#core/kernel';
import { useI18n, usePrinter, useService, useSetting, useTranslate } from '#core/react';
import { PROFILE } from '../model/profile.ts';
import type { ProfileHands } from '../model/hands.ts';
import { themeAt, type ProfileLook } from './draw-profile.ts';
import { Drawing } from './drawing.ts';

/** CSS pixels that a press may move and is still a click. */
const STILL = 4;
/** Milliseconds between the clicks of a double click. */
const DOUBLE = 350;

type At = readonly [number, number];

/** The drawing of a profile: points as pixels, without an element a point. Pointers, wheel, pinch and keys. */
export function ProfileCanvas({
  hands,
  fit,
  onPicture,
}: {
  hands: ProfileHands;
  /** Another number fits the drawing to the panel again. */
  fit: number;
  /** Receives what draws the present picture, for files. */
  onPicture: (picture: () => HTMLCanvasElement | undefined) => void;
}) {
  const t = useTranslate('cloud-profile');
  const { language } = useI18n();
  const profile = useService(PROFILE);
  const printer = usePrinter();
  const [{ lengthUnit }] = useSetting('units');
  const axes = useRef<HTMLCanvasElement>(null);
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const [drawing] = useState(() => new Drawing());
  const touches = useRef(new Map<number, At>());
  const pressed = useRef<{ at: At; moved: boolean; time: number } | undefined>(undefined);
  const lastClick = useRef(0);

  const look = useEffectEvent((): Omit<ProfileLook, keyof ReturnType<typeof themeAt>> => ({
    unit: METRES[lengthUnit] / profile.unit,
    print: (value, digits) => withMinus(printPlain(value, digits, language)),
    length: (inCrsUnits) => printer.length(inCrsUnits * profile.unit),
  }));

  useEffect(() => {
    const canvases = { axes: axes.current!, points: below.current!, inside: above.current! };
    drawing.fit();
    const draw = () => drawing.draw(canvases, profile, hands, { ...themeAt(canvases.axes), ...look() });
    let asked = 0;
    const soon = () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        draw();
      });
    };
    const watched = autorun(() => {
      // Everything that the drawing shows; it is drawn once a frame at most.
      void [
        profile.revision,
        profile.colourOf,
        profile.measures,
        profile.paths,
        profile.ring,
        profile.pointed,
      ];
      void [hands.sketch, profile.line, profile.state, profile.exaggeration];
      soon();
    });
    const sized = new ResizeObserver(soon);
    sized.observe(canvases.axes);
    drawing.follow(soon);
    onPicture(() => (profile.line ? drawing.picture(canvases) : undefined));
    // The theme of the system, and the one that the person chooses.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', soon);
    const themed = new MutationObserver(soon);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      watched();
      sized.disconnect();
      themed.disconnect();
      dark.removeEventListener('change', soon);
      cancelAnimationFrame(asked);
    };
  }, [drawing, profile, hands, fit, language, lengthUnit, onPicture]);

  useEffect(() => {
    const canvas = above.current!;
    // React listens passively to the wheel, and the page would scroll.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      drawing.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at(event));
    };
    canvas.addEventListener('wheel', wheel, { passive: false });
    return () => canvas.removeEventListener('wheel', wheel);
  }, [drawing]);

  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus({ preventScroll: true });
    touches.current.set(event.pointerId, at(event));
    if (touches.current.size > 1) {
      pressed.current = undefined;
      hands.cancel();
      return;
    }
    pressed.current = { at: at(event), moved: false, time: event.timeStamp };
    if (drawing.window) hands.down(drawing.window, at(event));
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const { window } = drawing;
    if (!window) return;
    const before = touches.current.get(event.pointerId);
    const now = at(event);
    if (before && touches.current.size === 2) {
      const other = [...touches.current].find(([id]) => id !== event.pointerId)![1];
      drawing.pinch(before, now, other);
      touches.current.set(event.pointerId, now);
      return;
    }
    if (before) touches.current.set(event.pointerId, now);
    const press = pressed.current;
    if (press && !press.moved && Math.hypot(now[0] - press.at[0], now[1] - press.at[1]) > STILL)
      press.moved = true;
    if (press?.moved) drawing.show(hands.drag(window, now));
    else hands.hover(window, now);
  };
  const up = (event: PointerEvent<HTMLCanvasElement>) => {
    const press = pressed.current;
    touches.current.delete(event.pointerId);
    pressed.current = undefined;
    hands.up();
    if (!press || press.moved || !drawing.window) return;
    const isDouble = event.timeStamp - lastClick.current < DOUBLE;
    lastClick.current = isDouble ? 0 : event.timeStamp;
    if (isDouble && hands.isDrawing) hands.complete();
    else hands.click(drawing.window, press.at);
  };
  const key = (event: KeyboardEvent) => {
    const { window } = drawing;
    if (!window || event.ctrlKey || event.metaKey || event.altKey) return;
    const used = drawing.key(event.key, event.shiftKey, profile, hands);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="cpf-canvas">
      <canvas ref={axes} aria-hidden="true" />
      <canvas ref={below} aria-hidden="true" />
      <canvas
        ref={above}
        tabIndex={0}
        role="application"
        aria-label={t('canvas.label')}
        aria-description={t('canvas.help')}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={() => profile.setPointed(undefined)}
        onContextMenu={(event) => {
          event.preventDefault();
          hands.complete();
        }}
        onKeyDown={key}
      />
    </div>
  );
}

function at(event: { clientX: number; clientY: number; currentTarget: EventTarget | null }): At {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}
