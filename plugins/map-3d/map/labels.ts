import {
  freshSheet,
  hasLabels,
  inkOf,
  themeNow,
  watchTheme,
  writeLabels,
  type Layers,
  type Shape,
} from '#core/canvas';
import { runsOf, type ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Geometry } from '#core/protocol';
import type { Eye } from './eye.ts';
import type { Globe } from './globe.ts';
import type { Objects } from './objects.ts';
import type { Projection } from './projection.ts';

/** The globe is at rest so long after it last moved, milliseconds. */
const REST = 120;

interface Parts {
  readonly globe: Globe;
  readonly eye: Eye;
  readonly document: ProjectDocument;
  readonly layers: Layers;
  readonly objects: Objects;
  readonly projection: Projection;
}

/** The attribute written beside the objects, as on the flat map; while the globe moves it is not there. */
export class Labels implements Disposable {
  readonly element = document.createElement('canvas');
  readonly #parts: Parts;
  readonly #lifetime = new Lifetime();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** What was drawn of the objects when they were written; undefined when they are to be written anew. */
  #written: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.element.className = 'map3d-labels';
    this.#lifetime.add(() => this.element.remove());
    this.#lifetime.add(() => clearTimeout(this.#waiting));
    const moving = parts.eye.camera$.subscribe(() => {
      clearTimeout(this.#waiting);
      this.#waiting = this.#written = undefined;
      this.element.hidden = true;
    });
    this.#lifetime.add(() => moving.unsubscribe());
    this.#lifetime.add(watchTheme(() => (this.#written = undefined)));
    this.#lifetime.add(parts.globe.scene.postRender.addEventListener(() => this.#follow()));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The globe was drawn: unless they are written as it is, they soon will be. */
  #follow(): void {
    const { layers, objects } = this.#parts;
    if (this.#written === objects.drawings || this.#waiting !== undefined) return;
    if (hasLabels(layers.layers)) this.#waiting = setTimeout(() => this.#write(), REST);
    else this.element.hidden = true;
  }

  #write(): void {
    const { eye, document: held, layers, objects, projection } = this.#parts;
    this.#waiting = undefined;
    this.#written = objects.drawings;
    writeLabels(freshSheet(this.element, eye.size, window.devicePixelRatio || 1), {
      size: eye.size,
      ink: inkOf(themeNow()),
      layers: layers.layers,
      objects: held.index.objects(eye.camera.extent),
      hidden: objects.hidden,
      shapeOf: ({ location }) => shapeOf(location, projection),
    });
    this.element.hidden = false;
  }
}

/** Undefined where a part of it is behind the eye or the horizon. */
function shapeOf(geometry: Geometry, projection: Projection): Shape | undefined {
  const runs = runsOf(geometry);
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const { positions } of runs) {
    for (const position of positions) {
      const pixel = projection.toPixel(position);
      if (!pixel) return undefined;
      coordinates.push(...pixel);
    }
    ends.push(coordinates.length);
  }
  const kind = runs[0]?.kind;
  return { kind: kind === 'points' ? 'points' : kind === 'line' ? 'lines' : 'areas', coordinates, ends };
}
