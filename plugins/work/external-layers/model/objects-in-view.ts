import { isAbort, Latest, serviceToken } from '#core/kernel';
import { isDrawnAt, type Camera, type ExternalFeature, type ExternalFeatures } from '#core/mapview';
import type { Geometry, LayerSource } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { ForeignFeatures } from './features/foreign-features.ts';
import type { ProjectExternalLayers } from './project-external-layers.ts';
import type { VectorTiles } from './vector/vector-tiles.ts';

/** Most objects of a layer that attract, and that are copied at a time. */
const MAX_ATTRACTING = 2_000;
export const MAX_COPIED = 10_000;

type Seen = Pick<Camera, 'extent' | 'zoom' | 'resolution'>;

interface Services {
  readonly layers: Pick<ProjectExternalLayers, 'arranged' | 'states'>;
  readonly features: Pick<ForeignFeatures, 'within'>;
  readonly vectorTiles: Pick<VectorTiles, 'find'>;
}

/** Whether a layer has objects, which can attract and be copied. */
export function hasObjects(source: LayerSource): boolean {
  return source.kind === 'features' || source.kind === 'vector-tiles';
}

/** The objects that layers of other servers have in view. */
export class ObjectsInView {
  readonly #services: Services;
  readonly #newest = new Latest();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Those of one layer, at most `most`. Throws AppError saying what is wrong. */
  of(
    id: string,
    source: LayerSource,
    { extent, zoom }: Pick<Camera, 'extent' | 'zoom'>,
    most: number,
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    const { features, vectorTiles } = this.#services;
    if (source.kind === 'features') return features.within(id, source, extent, most, signal);
    if (source.kind === 'vector-tiles') return vectorTiles.find(id, source, { extent, zoom, most }, signal);
    return Promise.resolve({ features: [], isWhole: true });
  }

  /**
   * Geometries that attract: of the layers that are drawn and for which snapping is on. What fails is named in the row of the
   * layer, by what draws it. Undefined: a newer view is being searched.
   */
  attracting(camera: Seen): Promise<readonly Geometry[] | undefined> {
    const { layers } = this.#services;
    const scale = scaleDenominator(camera.resolution);
    const drawn = new Set(layers.states.filter((state) => isDrawnAt(state, scale)).map(({ id }) => id));
    const searched = layers.arranged.filter(({ layer, snaps }) => snaps && drawn.has(layer.id));
    return this.#newest.run(async (signal) => {
      const found = await Promise.all(
        searched.map(({ layer, source }) =>
          this.of(layer.id, source, camera, MAX_ATTRACTING, signal).then(
            ({ features }) => features,
            (thrown: unknown): readonly ExternalFeature[] => {
              if (isAbort(thrown)) throw thrown;
              return [];
            },
          ),
        ),
      );
      return found.flat().map(({ geometry }) => geometry);
    });
  }
}

export const OBJECTS_IN_VIEW = serviceToken<ObjectsInView>('external-layers.ObjectsInView');
