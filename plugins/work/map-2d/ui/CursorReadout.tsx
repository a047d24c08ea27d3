import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { VIEWS, type Anchored, type MapView, type Pixel } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import type { CaptureSession } from '#core/sketch';
import { TOOLS, type ToolSession } from '#core/tools';
import './CursorReadout.css';

const NOTHING: readonly never[] = [];

/** CSS pixels right of and below the pointer: clear of the cursor and the snap marker. */
const OFFSET: Pixel = [18, 18];

/**
 * Live values of the path being drawn or measured, beside the pointer. Screen readers read the tool guide instead.
 */
export function CursorReadout() {
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const active = useObservable(tools.active$, tools.active);
  const view = useObservable(views.active$, views.active);
  const session = active?.session.capture;
  return active && session && view ? (
    <ReadoutAtCursor key={active.id} tool={active.session} session={session} view={view} />
  ) : null;
}

interface ReadoutAtCursorProps {
  tool: ToolSession;
  session: CaptureSession;
  view: MapView;
}

function ReadoutAtCursor({ tool, session, view }: ReadoutAtCursorProps) {
  const captured = useObservable(session.state$, session.state);
  // A tool may add its own values.
  const state = useObservable(tool.state$, tool.state);
  const readout = state.readout ?? captured.readout ?? NOTHING;
  const { cursor } = useObservable(session.path.state$, session.path.state);
  const [element] = useState(() => {
    const made = document.createElement('div');
    made.className = 'map-cursor';
    return made;
  });
  const anchored = useRef<Anchored>(undefined);
  const shown = cursor !== undefined && readout.length > 0;
  useLayoutEffect(() => {
    if (!shown) return;
    const made = view.anchor(element, view.camera.center, OFFSET);
    anchored.current = made;
    return () => made.dispose();
  }, [view, element, shown]);
  useLayoutEffect(() => {
    if (cursor) anchored.current?.move(cursor);
  }, [view, cursor, shown]);
  if (!shown) return null;
  return createPortal(
    <dl className="map-cursor-values" aria-hidden="true">
      {readout.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>,
    element,
  );
}
