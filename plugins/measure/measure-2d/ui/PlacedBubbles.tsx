import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import type { MapView, Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { linesOnScreen } from '../model/on-screen.ts';
import { leaderEnd, placeBubbles, type Screen } from '../model/placing.ts';
import type { BubblePlacement } from './BubbleFrame.tsx';

/** A bubble and its place. */
export interface PlacedBubble {
  readonly id: string;
  readonly at: Position;
  /** Offset set by the person, in CSS pixels from its place. */
  readonly offset: Pixel | undefined;
  /** The measured geometries, which the bubble avoids covering. */
  readonly figure: readonly Geometry[];
}

export interface Shown<T extends PlacedBubble> {
  bubble: T;
  /** Undefined until placed, and while its position is out of sight. */
  place: BubblePlacement | undefined;
  box: (element: HTMLElement | null) => void;
}

interface PlacedBubblesProps<T extends PlacedBubble> {
  view: MapView;
  bubbles: readonly T[];
  show: ComponentType<Shown<T>>;
}

/** Anchors each bubble at its place without overlapping the others. */
export function PlacedBubbles<T extends PlacedBubble>({ view, bubbles, show: Show }: PlacedBubblesProps<T>) {
  const [places, setPlaces] = useState<ReadonlyMap<string, BubblePlacement>>(new Map());
  const [boxes, setBoxes] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  const scheduled = useRef(false);
  const last = useRef('');
  const update = useEffectEvent(() => {
    scheduled.current = false;
    const placements = placementsOf(view, bubbles, boxes);
    const now = JSON.stringify(placements);
    if (now !== last.current) setPlaces(new Map(placements));
    last.current = now;
  });
  /** At most once per frame. */
  const place = useEffectEvent(() => {
    if (scheduled.current) return;
    scheduled.current = true;
    requestAnimationFrame(() => update());
  });
  useEffect(() => {
    // `camera$` emits at once and on each move.
    const camera = view.camera$.subscribe(() => place());
    const sizes = new ResizeObserver(() => place());
    for (const box of boxes.values()) sizes.observe(box);
    return () => {
      camera.unsubscribe();
      sizes.disconnect();
    };
  }, [view, boxes]);
  useEffect(() => place(), [bubbles]);
  const note = useCallback(
    (id: string, box: HTMLElement | null) =>
      setBoxes((known) => {
        const others = [...known].filter(([other]) => other !== id);
        return new Map(box ? [...others, [id, box]] : others);
      }),
    [],
  );

  return bubbles.map((bubble) => (
    <Anchored key={bubble.id} view={view} at={bubble.at}>
      <Boxed show={Show} bubble={bubble} place={places.get(bubble.id)} note={note} />
    </Anchored>
  ));
}

interface BoxedProps<T extends PlacedBubble> {
  show: ComponentType<Shown<T>>;
  bubble: T;
  place: BubblePlacement | undefined;
  note: (id: string, box: HTMLElement | null) => void;
}

/** Reports the bubble's element when it appears, possibly much later, and when it goes. */
function Boxed<T extends PlacedBubble>({ show: Show, bubble, place, note }: BoxedProps<T>) {
  const { id } = bubble;
  const box = useCallback((element: HTMLElement | null) => note(id, element), [note, id]);
  return <Show bubble={bubble} place={place} box={box} />;
}

/** An element that the viewer anchors at a position. */
function Anchored({ view, at, children }: { view: MapView; at: Position; children: ReactNode }) {
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'measure-anchor';
    return made;
  });
  const [first] = useState(at);
  const [longitude, latitude, height] = at;
  const anchored = useRef<ReturnType<MapView['anchor']>>(undefined);
  useLayoutEffect(() => {
    const made = view.anchor(element, first);
    anchored.current = made;
    return () => made.dispose();
  }, [view, element, first]);
  useLayoutEffect(
    () =>
      anchored.current?.move(height === undefined ? [longitude, latitude] : [longitude, latitude, height]),
    [view, longitude, latitude, height],
  );
  return createPortal(children, element);
}

function placementsOf(
  view: MapView,
  bubbles: readonly PlacedBubble[],
  boxes: ReadonlyMap<string, HTMLElement>,
): [string, BubblePlacement][] {
  const screen = screenOf(boxes.values().next().value);
  const placeable = bubbles.flatMap(({ id, at, offset, figure }) => {
    const box = boxes.get(id);
    const anchor = view.toPixel(at);
    if (!box || !anchor || (screen && !isSeen(anchor, screen))) return [];
    const lines = offset ? [] : linesOnScreen(figure, view);
    return [{ id, anchor, width: box.offsetWidth, height: box.offsetHeight, offset, lines }];
  });
  const offsets = placeBubbles(placeable, screen);
  return placeable.map(({ id, width, height }) => {
    const offset = offsets.get(id)!;
    return [id, { offset, leader: leaderEnd(offset, width, height) }];
  });
}

const isSeen = ([x, y]: Pixel, { width, height }: Screen): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** The viewer element that contains a bubble, and the elements in it to keep clear (`data-keep-clear`). */
function screenOf(bubble: HTMLElement | undefined): Screen | undefined {
  const viewer = bubble?.closest('.measure-anchor')?.parentElement;
  if (!viewer) return undefined;
  const { left, top, width, height } = viewer.getBoundingClientRect();
  const over = [...document.querySelectorAll('[data-keep-clear]')].map((element) =>
    element.getBoundingClientRect(),
  );
  const keepClear = over.map((box) => ({
    left: box.left - left,
    top: box.top - top,
    right: box.right - left,
    bottom: box.bottom - top,
  }));
  return { width, height, keepClear };
}
