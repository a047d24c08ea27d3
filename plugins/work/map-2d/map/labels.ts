import {
  eastingOf,
  flatOf,
  northingOf,
  resetCanvas,
  hasLabels,
  positionOf,
  drawLabels,
  type MovedLabels,
  type ProjectedGeometry,
  type ThemeColours,
  type ViewerLayers,
  type ViewShape,
} from '#core/canvas';
import type { MapObject, ProjectDocument } from '#core/document';
import type { ViewLabel } from '#core/mapview';
import { LazyPart } from './lazy-part.ts';
import { isSameFrame, type MapFrameView } from './frame-view.ts';

/** Labels of objects; they move with the map and are laid out again when it comes to rest. */
export class MapLabels {
  readonly #canvas = document.createElement('canvas');
  #drawn: MapFrameView | undefined;
  #isEmpty = true;
  #stale = true;
  /** Those of the last layout, where they were then. */
  placed: readonly ViewLabel[] = [];
  readonly #moved: LazyPart<MovedLabels>;

  /** `onLoad`: labels moved by hand can be drawn, which were left out. */
  constructor(onLoad: () => void) {
    this.#moved = new LazyPart(
      async () => (await import('./moved-labels.ts')).MOVED_LABELS,
      () => {
        this.#stale = true;
        onLoad();
      },
    );
  }

  change(): void {
    this.#stale = true;
  }

  /** Draws the labels at their place on the map. */
  drawOn(context: OffscreenCanvasRenderingContext2D, look: MapFrameView): void {
    const before = this.#drawn;
    if (!before || this.#isEmpty) return;
    const scale = before.resolution / look.resolution;
    const [width, height] = [this.#canvas.width * scale, this.#canvas.height * scale];
    const right = ((before.center[0] - look.center[0]) / look.resolution) * look.ratio;
    const down = ((look.center[1] - before.center[1]) / look.resolution) * look.ratio;
    const left = Math.round((context.canvas.width - width) / 2 + right);
    const top = Math.round((context.canvas.height - height) / 2 + down);
    context.drawImage(this.#canvas, left, top, width, height);
  }

  /** Lays out the labels for this view. Returns false when they were up to date. */
  draw(
    look: MapFrameView,
    colours: ThemeColours,
    held: ProjectDocument,
    layers: ViewerLayers,
    hidden: ReadonlySet<string>,
  ): boolean {
    if (!this.#stale && this.#drawn && isSameFrame(this.#drawn, look)) return false;
    this.#stale = false;
    this.#drawn = look;
    const wasEmpty = this.#isEmpty;
    this.#isEmpty = !hasLabels(layers);
    this.placed = [];
    if (this.#isEmpty) return !wasEmpty;
    this.placed = drawLabels(resetCanvas(this.#canvas, look.size, look.ratio), {
      size: look.size,
      colours,
      layers,
      objects: this.#inView(look, held),
      hidden,
      shapeOf: ({ location }) => onScreen(look, flatOf(location)),
      pixelOf: ([longitude, latitude]) => toScreen(look, eastingOf(longitude), northingOf(latitude)),
      moved: () => this.#moved.want(),
    });
    return true;
  }

  #inView(look: MapFrameView, held: ProjectDocument): MapObject[] {
    const half = [(look.size[0] / 2) * look.resolution, (look.size[1] / 2) * look.resolution] as const;
    const [west, south] = positionOf(look.center[0] - half[0], look.center[1] - half[1]);
    const [east, north] = positionOf(look.center[0] + half[0], look.center[1] + half[1]);
    return held.index.objects([west, south, east, north]);
  }
}

/** Map coordinates in CSS pixels of the view. */
function onScreen(look: MapFrameView, { kind, coordinates, ends }: ProjectedGeometry): ViewShape {
  const pixels = new Float64Array(coordinates.length);
  for (let i = 0; i < pixels.length; i += 2)
    [pixels[i], pixels[i + 1]] = toScreen(look, coordinates[i]!, coordinates[i + 1]!);
  return { kind, coordinates: pixels, ends };
}

function toScreen({ size, center, resolution }: MapFrameView, x: number, y: number): [number, number] {
  return [size[0] / 2 + (x - center[0]) / resolution, size[1] / 2 - (y - center[1]) / resolution];
}
