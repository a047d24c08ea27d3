import LayerGroup from 'ol/layer/Group.js';
import Layer from 'ol/layer/Layer.js';
import type BaseLayer from 'ol/layer/Base.js';
import { BehaviorSubject, type Observable } from 'rxjs';
import { NaturalEarth, watchTheme } from '#core/canvas';
import { Lifetime, type Disposable } from '#core/kernel';
import { OSM_TILES } from '#core/protocol';
import type { SettingValues } from '#core/settings';
import { frameViewOf } from './frame-view.ts';
import { Tiles } from './tiles.ts';

type BackgroundSetting = SettingValues['mapBackground'];

const ATTRIBUTION = {
  osm: '© OpenStreetMap contributors',
  'natural-earth': 'Natural Earth',
  none: '',
} as const;
/** Milliseconds to wait for the internet. */
const PATIENCE = 4_000;
const PROBE = `${OSM_TILES}/0/0/0.png`;

/** The base layer: OpenStreetMap if reachable, otherwise the bundled Natural Earth. */
export class Background implements Disposable {
  readonly layers: readonly BaseLayer[];
  readonly #lifetime = new Lifetime();
  /** OpenStreetMap's layer, filled when first shown. */
  readonly #osm = new LayerGroup({ visible: false });
  readonly #earth: Layer;
  readonly #tiles: Tiles;
  readonly #attribution = new BehaviorSubject<string>('');
  readonly attribution$: Observable<string> = this.#attribution;
  #choice: BackgroundSetting = 'none';
  /** Of the last frame: EPSG:3857 metres per CSS pixel. */
  #resolution = 1;

  constructor() {
    const earth = new NaturalEarth();
    this.#tiles = new Tiles('earth', (context, sheet, box) => {
      const resolution = this.#resolution;
      void earth.load(resolution, box);
      earth.paint(context, sheet, box, resolution);
    });
    // OpenLayers draws the layer above into a canvas that it is given, where it would stay until the next tile comes.
    const holder = document.createElement('div');
    holder.className = 'map2d-stack map2d-earth';
    holder.append(this.#tiles.element);
    this.#earth = new Layer({
      visible: false,
      render: (frame) => {
        this.#resolution = frame.viewState.resolution;
        if (this.#tiles.show(frameViewOf(frame))) setTimeout(() => this.#earth.changed());
        return holder;
      },
    });
    this.layers = [this.#earth, this.#osm];
    const loading = earth.loaded$.subscribe((box) => {
      this.#tiles.change(box);
      this.#earth.changed();
    });
    this.#lifetime.add(() => loading.unsubscribe());
    this.#lifetime.add(
      watchTheme(() => {
        this.#tiles.change();
        this.#earth.changed();
      }),
    );
    const online = () => this.choose(this.#choice);
    window.addEventListener('online', online);
    this.#lifetime.add(() => window.removeEventListener('online', online));
  }

  choose(choice: BackgroundSetting): void {
    this.#choice = choice;
    this.#show(choice === 'auto' ? 'natural-earth' : choice);
    if (choice !== 'auto') return;
    void reachable(PROBE).then((there) => {
      if (there && this.#choice === 'auto' && !this.#lifetime.closed) this.#show('osm');
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#attribution.complete();
  }

  #show(what: keyof typeof ATTRIBUTION): void {
    if (what === 'osm') this.#loadOsm().catch(() => this.#show('natural-earth'));
    this.#osm.setVisible(what === 'osm');
    this.#earth.setVisible(what === 'natural-earth');
    this.#attribution.next(ATTRIBUTION[what]);
  }

  async #loadOsm(): Promise<void> {
    const layers = this.#osm.getLayers();
    if (layers.getLength() > 0) return;
    const { openStreetMap } = await import('./osm.ts');
    if (this.#lifetime.closed || layers.getLength() > 0) return;
    layers.push(
      openStreetMap(() => {
        if (this.#choice === 'auto') this.#show('natural-earth');
      }),
    );
  }
}

function reachable(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = new Image();
    const timer = setTimeout(() => {
      probe.src = '';
      resolve(false);
    }, PATIENCE);
    probe.onload = () => (clearTimeout(timer), resolve(true));
    probe.onerror = () => (clearTimeout(timer), resolve(false));
    probe.src = url;
  });
}
