import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { fromLonLat } from 'ol/proj.js';
import { PAINT, sheet, type Parcels, type Range } from './parcels.ts';

export interface OpenLayersPeer {
  readonly map: OlMap;
  readonly source: VectorSource<Feature<Polygon>>;
}

/** A plain OpenLayers map with the same objects and style; resolves when it is painted. */
export async function openPeer(
  parcels: Parcels,
  range: Range,
  kind: 'image' | 'layer',
): Promise<OpenLayersPeer> {
  const features = Array.from({ length: parcels.count }, (_, i) => {
    const feature = new Feature(new Polygon([parcels.ring(i).map((position) => fromLonLat(position))]));
    feature.setId(String(i));
    return feature;
  });
  return openPeerOver(new VectorSource({ features }), parcels, range, kind);
}

export async function openPeerOver(
  source: VectorSource<Feature<Polygon>>,
  parcels: Parcels,
  range: Range,
  kind: 'image' | 'layer',
): Promise<OpenLayersPeer> {
  const style = new Style({
    stroke: new Stroke({ color: PAINT.stroke, width: PAINT.width }),
    fill: new Fill({ color: PAINT.fill }),
  });
  const map = new OlMap({
    target: sheet(),
    controls: [],
    layers: [kind === 'image' ? new VectorImageLayer({ source, style }) : new VectorLayer({ source, style })],
    view: new View({ center: fromLonLat(parcels.middle), zoom: parcels.zoom(range) }),
  });
  await painted(map);
  return { map, source };
}

export function painted(map: OlMap): Promise<void> {
  return new Promise((resolve) => map.once('rendercomplete', () => resolve()));
}

export function inPeerView({ map, source }: OpenLayersPeer): number {
  return source.getFeaturesInExtent(map.getView().calculateExtent(map.getSize())).length;
}
