import type { ViewerLayers } from '#core/canvas';
import type { ProjectDocument } from '#core/document';
import { pickObjects, type Hit, type MapView, type Pixel, type SolidEdge } from '#core/mapview';
import type { DisplayHeights } from '../../model/heights.ts';
import type { Globe } from '../scene/globe.ts';
import { roofsUnder, withPrisms, type PrismPickContext } from './pick-prisms.ts';
import type { CameraProjection } from '../camera/projection.ts';
import type { TilesetsOnGlobe } from '../tiles/tilesets.ts';

interface UnderPointerDependencies {
  readonly globe: Globe;
  readonly view: Pick<MapView, 'toPixel' | 'toPosition' | 'groundBehind'>;
  readonly document: ProjectDocument;
  readonly layers: ViewerLayers;
  readonly heights: DisplayHeights;
  readonly projection: CameraProjection;
}

/** What is under the pointer: objects on the ground, extruded polygons, faces of 3D Tiles. */
export class UnderPointer {
  readonly #parts: UnderPointerDependencies;
  tilesets: TilesetsOnGlobe | undefined;

  constructor(parts: UnderPointerDependencies) {
    this.#parts = parts;
  }

  pick(pixel: Pixel, tolerance: number | undefined): Hit[] {
    const { view, document, layers } = this.#parts;
    const hits = pickObjects({
      view,
      document,
      pixel,
      ...(tolerance === undefined ? {} : { tolerance }),
      accepts: (object) => layers.isPickableObject(object),
    });
    return withPrisms(hits, pixel, this.#standing);
  }

  solidsAt(pixel: Pixel): readonly SolidEdge[] {
    const met = this.tilesets && this.#parts.projection.meet(pixel);
    const faces = met ? this.tilesets!.edgesOf(met) : [];
    return [...faces, ...roofsUnder(pixel, this.#standing)];
  }

  get #standing(): PrismPickContext {
    return { ...this.#parts, from: this.#parts.globe.scene.camera.positionWC };
  }
}
