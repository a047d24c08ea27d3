import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MapView } from '#core/mapview';
import type { Measure, Measures } from '../model/measures.ts';
import { leaderEnd, placeBubbles, type Screen } from '../model/placing.ts';
import { anchorOf } from '../model/values.ts';
import { Bubble, type Place } from './Bubble.tsx';

/** Each bubble anchored to its place and beside the others. */
export const PlacedBubbles = observer(function PlacedBubbles({
  view,
  measures,
}: {
  view: MapView;
  measures: Measures;
}) {
  const [places, setPlaces] = useState<ReadonlyMap<string, Place>>(new Map());
  const boxes = useRef(new Map<string, HTMLElement>());
  useEffect(() => {
    const place = placer(view, measures, boxes.current, setPlaces);
    // The view tells its camera at once, and at each move.
    const camera = view.camera$.subscribe(place);
    const stop = reaction(() => measures.list, place);
    const sizes = new ResizeObserver(place);
    for (const box of boxes.current.values()) sizes.observe(box);
    return () => {
      camera.unsubscribe();
      stop();
      sizes.disconnect();
    };
    // Another number of bubbles: other boxes to watch.
  }, [view, measures, measures.list.length]);

  return measures.list.map((measure) => (
    <Anchored key={measure.id} view={view} measure={measure}>
      <Bubble
        measure={measure}
        place={places.get(measure.id)}
        box={(element) => {
          if (element) boxes.current.set(measure.id, element);
          else boxes.current.delete(measure.id);
        }}
        drag={(offset) => measures.dragBubble(measure.id, offset)}
        close={() => measures.remove(measure.id)}
      />
    </Anchored>
  ));
});

/** An element that the viewer keeps at the place of a measure. */
function Anchored({ view, measure, children }: { view: MapView; measure: Measure; children: ReactNode }) {
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'measure-anchor';
    return made;
  });
  const [first] = useState(() => anchorOf(measure));
  const [longitude, latitude] = anchorOf(measure);
  const anchored = useRef<ReturnType<MapView['anchor']>>(undefined);
  useLayoutEffect(() => {
    const made = view.anchor(element, first);
    anchored.current = made;
    return () => made.dispose();
  }, [view, element, first]);
  useLayoutEffect(() => anchored.current?.move([longitude, latitude]), [view, longitude, latitude]);
  return createPortal(children, element);
}

/** Places all bubbles once a frame at most. */
function placer(
  view: MapView,
  measures: Measures,
  boxes: ReadonlyMap<string, HTMLElement>,
  placed: (places: ReadonlyMap<string, Place>) => void,
): () => void {
  let asked = false;
  let last = '';
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      const bubbles = measures.list.flatMap((measure) => {
        const box = boxes.get(measure.id);
        const anchor = view.toPixel(anchorOf(measure));
        if (!box || !anchor) return [];
        return [
          {
            id: measure.id,
            anchor,
            width: box.offsetWidth,
            height: box.offsetHeight,
            offset: measure.offset,
          },
        ];
      });
      const offsets = placeBubbles(bubbles, screenOf(boxes.values().next().value));
      const places = bubbles.map(({ id, width, height }): [string, Place] => {
        const offset = offsets.get(id)!;
        return [id, { offset, leader: leaderEnd(offset, width, height) }];
      });
      const now = JSON.stringify(places);
      if (now !== last) placed(new Map(places));
      last = now;
    });
  };
}

/** The viewer that holds a bubble, and what lies over it there (marked `data-keep-clear`). */
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
