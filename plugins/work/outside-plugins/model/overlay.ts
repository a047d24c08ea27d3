import type { Disposable } from '#core/kernel';
import { onEachView, type Sketch, type Views } from '#core/mapview';
import type { Projects } from '#core/project';
import { MAX_OVERLAY_POSITIONS, type ValuesOf } from './messages.ts';

/** What a plugin shows over the map, as a sketch; undefined where it is too much. */
export function overlayOf({ shapes, labels }: ValuesOf<'overlay.show'>): Sketch | undefined {
  const positions = shapes.reduce((sum, { location }) => sum + positionsIn(location.coordinates), 0);
  if (positions > MAX_OVERLAY_POSITIONS) return undefined;
  const points = new Set(
    shapes.flatMap(({ location }) => (location.type === 'Point' ? [keyOf(location.coordinates)] : [])),
  );
  return {
    shapes: shapes.map(({ location, colour, dashed }) => ({
      geometry: location,
      ...(colour !== undefined && { style: { stroke: colour } }),
      ...(dashed === true && { dashed }),
    })),
    // The text of a point would cover it: it stands beside, as that of a leg without length.
    labels: labels.map(({ position, text }) => ({
      position,
      text,
      ...(points.has(keyOf(position)) && { on: [position, position] as const, aside: true }),
    })),
  };
}

const keyOf = ([x, y]: readonly number[]): string => `${x} ${y}`;

function positionsIn(coordinates: unknown): number {
  if (!Array.isArray(coordinates)) return 0;
  return typeof coordinates[0] === 'number'
    ? 1
    : coordinates.reduce((sum: number, each) => sum + positionsIn(each), 0);
}

/** The shapes of one plugin over every open map, for as long as the project is open in which it has shown them. */
export class Overlay {
  readonly #slot: string;
  readonly #views: Views;
  readonly #projects: Pick<Projects, 'current'>;
  #shown: Disposable | undefined;

  constructor(plugin: string, views: Views, projects: Pick<Projects, 'current'>) {
    this.#slot = `plugin ${plugin}`;
    this.#views = views;
    this.#projects = projects;
  }

  show(sketch: Sketch | undefined): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    if (!sketch || sketch.shapes.length + (sketch.labels?.length ?? 0) === 0) return;
    const of = this.#projects.current;
    this.#shown = onEachView(this.#views, (view) => {
      if (this.#projects.current !== of) return undefined;
      view.show(sketch, this.#slot);
      return { dispose: () => view.show(undefined, this.#slot) };
    });
  }
}
