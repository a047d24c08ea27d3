import { reaction } from 'mobx';
import { Lifetime, type Disposable } from '#core/kernel';
import { ClickEcho, distanceTo, SAME_VERTEX_DISTANCE, type Gesture, type MapView } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import type { NearDrawing } from '../model/near-shape.ts';

/** Passes clicks on the map to the drawing, and shows it, and the geometries near which projects were found. */
export function drawNear(view: MapView, drawing: NearDrawing, found: () => readonly Geometry[]): Disposable {
  const lifetime = new Lifetime();
  const echo = new ClickEcho();
  lifetime.add(view.listen((gesture) => take(view, drawing, echo, gesture)));
  lifetime.add(
    reaction(
      () => ({ sketch: drawing.sketch, vertices: drawing.vertices, found: found() }),
      ({ sketch, vertices, found: geometries }) => {
        const shapes = [...geometries, ...(sketch ? [sketch] : [])].map((geometry) => ({ geometry }));
        const handles = vertices.map((position) => ({ position, role: 'vertex' as const }));
        view.show(shapes.length > 0 ? { shapes, handles } : undefined, 'near');
      },
      { fireImmediately: true },
    ),
  );
  lifetime.add(
    reaction(
      () => drawing.kind,
      (kind) => view.setCursor(kind && 'crosshair'),
    ),
  );
  return lifetime;
}

function take(view: MapView, drawing: NearDrawing, echo: ClickEcho, gesture: Gesture): void {
  if (!drawing.kind || echo.ignores(gesture)) return;
  const { kind, position, pixel } = gesture;
  if (kind === 'move') drawing.move(position);
  else if (kind === 'leave') drawing.move(undefined);
  else if (kind === 'double' || kind === 'context') {
    echo.follow(pixel);
    drawing.finish();
  } else if (kind === 'click' && position) {
    const last = drawing.vertices.at(-1);
    if (last && distanceTo(view, last, pixel) <= SAME_VERTEX_DISTANCE) return;
    drawing.add(position);
  }
}
