/** A map with very many panoramas, or plain points of OpenLayers at the same places; the bench moves it. */
import Feature from 'ol/Feature.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { NEVER, of } from 'rxjs';
import { OpenViews } from '#core/mapview';
import type { PanoramicPlace, Position } from '#core/protocol';
import { drawOnMaps, type OnMapsServices } from '../../../plugins/field/panorama/map/on-maps.ts';
import { ProjectPanoramas } from '../../../plugins/field/panorama/model/stage.ts';
import { frame, held, openView, point, quiet, rest, sheet } from '../map2d/parcels.ts';
import { painted } from '../map2d/peer.ts';

export interface PanoramaMapPage {
  /** `ours`: panoramas with their directions; `peer`: plain points. Zoom 14 has all in view, 19 has room for directions. */
  open(kind: 'ours' | 'peer', zoom: number): Promise<void>;
  pan(frames: number): Promise<void>;
  settle(): Promise<void>;
}

const MANY = 20_000;
const ROW = 200;
/** Degrees: about 10 m. */
const STEP = 1e-4;
const MIDDLE: Position = [9.19 + (ROW / 2) * STEP, 45.46 + (MANY / ROW / 2) * STEP];

const places = Array.from({ length: MANY }, (_, i) => ({
  id: String(i),
  surveyId: 'survey',
  position: [9.19 + (i % ROW) * STEP, 45.46 + Math.floor(i / ROW) * STEP],
  heading: (i * 37) % 360,
  pyramid: null,
})) as unknown as readonly PanoramicPlace[];

let close = () => {};

async function openOurs(zoom: number): Promise<void> {
  const view = await openView(held([]), MIDDLE, zoom);
  const views = new OpenViews();
  const registered = views.register(view);
  const api = {
    call: ({ id }: { id: string }) =>
      Promise.resolve({ data: id === 'projects.panoramicPlaces' ? places : [] }),
  };
  const stage = new ProjectPanoramas(
    api as never,
    { current$: of({ project: { id: 'bench' } }) } as never,
    { on: () => NEVER } as never,
  );
  await stage.reload();
  stage.showOnMaps(true);
  const drawn = drawOnMaps({
    stage,
    views,
    measuring: { sights: [], points: [], found: 'none' },
    suggesting: { match: undefined },
    tools: { active: undefined },
    open: () => {},
    label: String,
  } as unknown as OnMapsServices);
  close = () => {
    drawn.dispose();
    registered.dispose();
    view.dispose();
  };
}

async function openPeer(zoom: number): Promise<void> {
  const features = places.map(({ position }) => new Feature(new Point(fromLonLat([...position]))));
  const image = new CircleStyle({
    radius: 4,
    fill: new Fill({ color: '#0b6e8f' }),
    stroke: new Stroke({ color: '#ffffff', width: 1.5 }),
  });
  const source = new VectorSource({ features });
  const map = new OlMap({
    target: sheet(),
    controls: [],
    layers: [new VectorLayer({ source, style: new Style({ image }) })],
    view: new View({ center: fromLonLat([...MIDDLE]), zoom }),
  });
  await painted(map);
  close = () => map.setTarget(undefined);
}

const page: PanoramaMapPage = {
  async open(kind, zoom) {
    close();
    await (kind === 'ours' ? openOurs(zoom) : openPeer(zoom));
    await quiet();
  },
  async pan(frames) {
    const [x, y] = [640, 400];
    point('pointerdown', x, y);
    for (let i = 1; i <= frames; i++) {
      await frame();
      point('pointermove', x - i * 6, y - i * 2);
    }
    await frame();
    // Held still before the release: no kinetic panning.
    await rest(150);
    point('pointerup', x - frames * 6, y - frames * 2);
  },
  settle: quiet,
};
Object.assign(window, { bench: page });
