import { boxAround, type ProjectedExtent, type ProjectedGeometry, type TileShape } from '#core/canvas';
import MVT from 'ol/format/MVT.js';
import RenderFeature from 'ol/render/Feature.js';

/** An object in a tile, clipped, with the precision of the zoom; or merged objects, without an id. */
export interface TileObject extends TileShape {
  readonly id: string | undefined;
}

/** The objects of a type in a tile. */
export interface TileLayer {
  readonly shapes: TileObject[];
  /** Those drawn one by one. */
  readonly ids: Set<string>;
  /** Whether there are merged ones. */
  merged: boolean;
  /** The properties that all shapes have. */
  common: readonly string[] | undefined;
}

/** Extent of tile coordinates (the server's encoder). */
const EXTENT = 4096;
const format = new MVT({ featureClass: RenderFeature });

/** The shapes of a vector tile (Mapbox Vector Tile 2.1) that covers `box`, by type name. */
export function readTile(data: ArrayBuffer, box: ProjectedExtent): ReadonlyMap<string, TileLayer> {
  const byType = new Map<string, TileLayer>();
  const scale = (box[2] - box[0]) / EXTENT;
  for (const feature of format.readFeatures(data)) {
    const name = String(feature.get('typeName') ?? feature.get('layer'));
    const pixels = feature.getFlatCoordinates();
    const coordinates = new Float64Array(pixels.length);
    for (let i = 0; i < pixels.length; i += 2) {
      coordinates[i] = box[0] + pixels[i]! * scale;
      coordinates[i + 1] = box[3] - pixels[i + 1]! * scale;
    }
    const type = feature.getType();
    const flat: ProjectedGeometry = {
      kind: type.endsWith('Point') ? 'points' : type.endsWith('Polygon') ? 'areas' : 'lines',
      coordinates,
      ends: type.endsWith('Point') ? [coordinates.length] : (feature.getEnds() ?? [coordinates.length]),
      box: boxAround(coordinates),
    };
    let layer = byType.get(name);
    if (!layer) byType.set(name, (layer = { shapes: [], ids: new Set(), merged: false, common: undefined }));
    const properties = feature.getProperties() as Record<string, unknown>;
    layer.common = layer.common
      ? layer.common.filter((name) => Object.hasOwn(properties, name))
      : Object.keys(properties);
    const id = feature.get('id') as string | undefined;
    const side = feature.get('side') as number | undefined;
    if (id !== undefined) layer.ids.add(id);
    else layer.merged = true;
    layer.shapes.push({
      id,
      flat,
      properties,
      side: id === undefined && side !== undefined ? side * scale : undefined,
    });
  }
  return byType;
}
