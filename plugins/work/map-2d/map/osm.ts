import TileLayer from 'ol/layer/Tile.js';
import OSM from 'ol/source/OSM.js';

/**
 * The layer of OpenStreetMap's tiles; loaded where they are shown. `failing` is told when so many in a row do not come
 * that the internet is gone.
 */
export function openStreetMap(failing: () => void): TileLayer<OSM> {
  const source = new OSM({ transition: 150 });
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
