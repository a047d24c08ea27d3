import { Cartesian3 } from 'cesium';
import {
  resetCanvas,
  hasLabels,
  MOVED_LABELS,
  themeColours,
  kindOf,
  currentTheme,
  watchTheme,
  drawLabels,
  type ViewerLayers,
  type ViewShape,
} from '#core/canvas';
import { runsOf, type MapObject, type ProjectDocument } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { LabelPlace } from '#core/protocol';
import type { DisplayHeights } from '../../model/heights.ts';
import type { GlobeCameraController } from '../camera/camera-controller.ts';
import type { Globe } from '../scene/globe.ts';
import type { GlobeObjects } from './objects.ts';
import { placeOf } from './places.ts';
import { prismsOf, tallnessOf } from './prisms.ts';
import type { CameraProjection } from '../camera/projection.ts';
import { isBehindGround } from '../terrain/terrain-ray.ts';

/** Milliseconds without movement after which labels are drawn. */
const REST = 120;

interface GlobeLabelsDependencies {
  readonly globe: Globe;
  readonly camera: GlobeCameraController;
  readonly document: ProjectDocument;
  readonly layers: ViewerLayers;
  readonly objects: GlobeObjects;
  readonly heights: DisplayHeights;
  readonly projection: CameraProjection;
}

/** The label attribute beside the objects, as on the flat map; hidden while the globe moves. */
export class GlobeLabels implements Disposable {
  readonly element = document.createElement('canvas');
  readonly #parts: GlobeLabelsDependencies;
  readonly #lifetime = new Lifetime();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** Rendering number when labels were drawn; undefined when they must be redrawn. */
  #written: number | undefined;

  constructor(parts: GlobeLabelsDependencies) {
    this.#parts = parts;
    this.element.className = 'map3d-labels';
    this.#lifetime.add(() => this.element.remove());
    this.#lifetime.add(() => clearTimeout(this.#waiting));
    const moving = parts.camera.camera$.subscribe(() => {
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

  /** The globe was rendered: labels are drawn soon unless they are up to date. */
  #follow(): void {
    const { layers, objects } = this.#parts;
    if (this.#written === objects.drawings || this.#waiting !== undefined) return;
    if (hasLabels(layers)) this.#waiting = setTimeout(() => this.#write(), REST);
    else this.element.hidden = true;
  }

  #write(): void {
    const { camera, document: held, layers, objects } = this.#parts;
    this.#waiting = undefined;
    this.#written = objects.drawings;
    drawLabels(resetCanvas(this.element, camera.size, window.devicePixelRatio || 1), {
      size: camera.size,
      colours: themeColours(currentTheme()),
      layers,
      objects: held.index.objects(camera.camera.extent),
      hidden: objects.hidden,
      shapeOf: (object) => shapeOf(object, this.#parts),
      pixelOf: (at, object) => pixelOf(at, object, this.#parts),
      moved: () => MOVED_LABELS,
    });
    this.element.hidden = false;
  }
}

/**
 * The visible shape of an object, for extruded ones the roof; undefined behind hills, and where a part is behind the
 * camera.
 */
function shapeOf(
  object: MapObject,
  { projection, heights, layers }: GlobeLabelsDependencies,
): ViewShape | undefined {
  const { location, typeName } = object;
  const tall = tallnessOf(object, layers.styleOf(typeName), heights);
  const paths =
    tall > 0
      ? prismsOf(location, tall, heights).flatMap(({ roof }) => roof)
      : runsOf(location).map(({ positions }) => positions.map((position) => placeOf(position, heights)));
  if (isHidden(paths, projection.eye, heights)) return undefined;
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const path of paths) {
    for (const place of path) {
      const pixel = projection.pixelOf(place);
      if (!pixel) return undefined;
      coordinates.push(...pixel);
    }
    ends.push(coordinates.length);
  }
  return { kind: kindOf(location.type), coordinates, ends };
}

/** A label moved by hand is as high as the first vertex of its object, or the roof. */
function pixelOf(
  [longitude, latitude]: LabelPlace,
  object: MapObject,
  { projection, heights, layers }: GlobeLabelsDependencies,
): readonly [number, number] | undefined {
  const [, , height] = runsOf(object.location)[0]!.positions[0]!;
  const tall = tallnessOf(object, layers.styleOf(object.typeName), heights);
  const drawn = heights.drawn(height === undefined ? [longitude, latitude] : [longitude, latitude, height]);
  return projection.pixelOf(Cartesian3.fromDegrees(longitude, latitude, drawn + tall * heights.exaggeration));
}

/** Whether hills hide an object, tested at its first vertex and the middle of its longest path. */
function isHidden(
  paths: readonly (readonly Cartesian3[])[],
  eye: Cartesian3,
  heights: DisplayHeights,
): boolean {
  const [first] = paths[0] ?? [];
  if (!heights.ground || !first || !isBehindGround(first, eye, heights)) return false;
  const longest = paths.reduce((longestSoFar, path) =>
    path.length > longestSoFar.length ? path : longestSoFar,
  );
  return isBehindGround(longest[longest.length >> 1]!, eye, heights);
}
