import type { Position } from '#core/protocol';
import { CaptureSession, geodesic, type CaptureRequest } from '#core/sketch';
import type { Desk } from './desk.ts';
import { TestPointer } from './flat-view.ts';

export interface TestDrawing {
  readonly session: CaptureSession;
  readonly pointer: TestPointer;
  /** What was completed, oldest first. */
  readonly finished: Position[][];
}

/** A path started on a desk as by a drawing tool. Default: a geodesic line. */
export function drawingOn(context: Desk, more: Partial<CaptureRequest> = {}): TestDrawing {
  const finished: Position[][] = [];
  const session = new CaptureSession({
    context,
    settings: context.settings,
    i18n: context.i18n,
    kind: 'line',
    metric: () => geodesic,
    hints: { start: 'start', next: 'next', enough: 'enough', waiting: 'waiting' },
    finished: (vertices) => void finished.push(vertices),
    ...more,
  });
  return { session, finished, pointer: new TestPointer(context.view, session) };
}
