import { boxAround, type ProjectedExtent, type ProjectedGeometry } from '#core/canvas';
import MVT from 'ol/format/MVT.js';
import RenderFeature from 'ol/render/Feature.js';

/** An object in a tile: clipped, with the precision of the zoom. */
export interface Shape {
  readonly id: string;
  readonly flat: ProjectedGeometry;
}

/** Extent of tile coordinates (the server's encoder). */
const EXTENT = 4096;
const format = new MVT({ featureClass: RenderFeature });

/** The shapes of a vector tile (Mapbox Vector Tile 2.1) that covers `box`, by type name. */
export function readTile(data: ArrayBuffer, box: ProjectedExtent): ReadonlyMap<string, readonly Shape[]> {
  const byType = new Map<string, Shape[]>();
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
    const shape = { id: String(feature.get('id') ?? feature.getId() ?? ''), flat };
    const others = byType.get(name);
    if (others) others.push(shape);
    else byType.set(name, [shape]);
  }
  return byType;
}
