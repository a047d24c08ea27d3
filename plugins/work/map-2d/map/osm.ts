import TileLayer from 'ol/layer/Tile.js';
import OSM from 'ol/source/OSM.js';
import { OSM_TILES } from '#core/protocol';

/**
 * The OpenStreetMap layer; loaded when shown. `failing` is called when many tiles in a row fail, which means there is
 * no internet.
 */
export function openStreetMap(failing: () => void): TileLayer<OSM> {
  const source = new OSM({ transition: 150, url: `${OSM_TILES}/{z}/{x}/{y}.png` });
  let failures = 0;
  source.on('tileloadend', () => {
    failures = 0;
  });
  source.on('tileloaderror', () => {
    if (++failures === FAILURES) failing();
  });
  return new TileLayer({ className: 'map2d-osm', source, preload: 1 });
}

const FAILURES = 6;
