import { autorun } from 'mobx';
import { useEffect } from 'react';
import type { Sketch } from '#core/mapview';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { Tape } from '../model/tape.ts';

const SLOT = 'mobile-cloud';

/** Taps on the points are the ends of the tape, which is drawn there. */
export function useTapeOnView(view: CloudView, tape: Tape, isMeasuring: boolean): void {
  useEffect(() => {
    if (!isMeasuring) return;
    const listening = view.listen(({ kind, pixel }) => {
      if (kind === 'click' || kind === 'double') void tape.tap(pixel);
    });
    const stop = autorun(() => view.show(drawingOf(tape), SLOT));
    return () => {
      stop();
      listening.dispose();
      view.show(undefined, SLOT);
    };
  }, [view, tape, isMeasuring]);
}

function drawingOf({ ends }: Tape): Sketch {
  const positions = ends.map(({ position }) => position);
  return {
    shapes: positions.length === 2 ? [{ geometry: { type: 'LineString', coordinates: positions } }] : [],
    handles: positions.map((position) => ({ position, role: 'vertex' as const })),
  };
}
