import { isAbort, Latest } from '#core/kernel';
import { isDrawnAt, type Camera, type ExternalFeature, type ExternalFeatures } from '#core/mapview';
import type { Geometry, LayerSource } from '#core/protocol';
import { scaleDenominator } from '#core/styles';
import type { FileObjects } from './file/file-objects.ts';
import type { ForeignFeatures } from './features/foreign-features.ts';
import type { ProjectExternalLayers } from './project-external-layers.ts';
import type { VectorTiles } from './vector/vector-tiles.ts';

/** Most objects of a layer that attract, and that are copied at a time. */
const MAX_ATTRACTING = 2_000;
export const MAX_COPIED = 10_000;

interface Readers {
  readonly features: Pick<ForeignFeatures, 'within'>;
  readonly vectorTiles: Pick<VectorTiles, 'find'>;
  readonly files: Pick<FileObjects, 'within'>;
}

/** Whether a layer has objects, which can attract and be copied. */
export function hasObjects(source: LayerSource): boolean {
  return ['features', 'vector-tiles', 'file'].includes(source.kind);
}

/** The objects of a layer in view, at most `most`. Throws AppError saying what is wrong. */
export async function objectsInView(
  { features, vectorTiles, files }: Readers,
  { id, source }: { readonly id: string; readonly source: LayerSource },
  { extent, zoom, most }: Pick<Camera, 'extent' | 'zoom'> & { readonly most: number },
  signal?: AbortSignal,
): Promise<ExternalFeatures> {
  if (source.kind === 'file') return files.within(id, source, extent, most);
  if (source.kind === 'features') return features.within(id, source, extent, most, signal);
  if (source.kind === 'vector-tiles') return vectorTiles.find(id, source, { extent, zoom, most }, signal);
  return { features: [], isWhole: true };
}

/** What attracts on a map: the objects of the layers that are drawn and for which snapping is on. */
export class AttractingObjects {
  readonly #layers: Pick<ProjectExternalLayers, 'arranged' | 'states'>;
  readonly #readers: { load(): Promise<Readers> };
  readonly #newest = new Latest();

  constructor(
    layers: Pick<ProjectExternalLayers, 'arranged' | 'states'>,
    readers: { load(): Promise<Readers> },
  ) {
    this.#layers = layers;
    this.#readers = readers;
  }

  /** What fails is named in the row of the layer, by what draws it. Undefined: a newer view is being searched. */
  in({
    extent,
    zoom,
    resolution,
  }: Pick<Camera, 'extent' | 'zoom' | 'resolution'>): Promise<readonly Geometry[] | undefined> {
    const { states, arranged } = this.#layers;
    const scale = scaleDenominator(resolution);
    const snapping = new Set(arranged.flatMap(({ layer, snaps }) => (snaps ? [layer.id] : [])));
    const searched = states.filter((state) => snapping.has(state.id) && isDrawnAt(state, scale));
    return this.#newest.run(async (signal) => {
      const readers = await this.#readers.load();
      const objects = await Promise.all(
        searched.map((layer) =>
          objectsInView(readers, layer, { extent, zoom, most: MAX_ATTRACTING }, signal).then(
            ({ features }) => features,
            (thrown: unknown): readonly ExternalFeature[] => {
              if (isAbort(thrown)) throw thrown;
              return [];
            },
          ),
        ),
      );
      return objects.flat().map(({ geometry }) => geometry);
    });
  }

  cancel(): void {
    this.#newest.cancel();
  }
}
