import { ImageryLayer, type ImageryProvider } from 'cesium';
import { boxOfSheet, NaturalEarth, NESTED_STEPS, resolutionOf, currentTheme, watchTheme } from '#core/canvas';
import { Lifetime, type Disposable } from '#core/kernel';
import type { SettingValues } from '#core/settings';
import type { HeightField } from '../../model/height-field.ts';
import type { Globe } from '../scene/globe.ts';
import { PaintedTiles, sheetOfTile } from './painted-tiles.ts';
import { reliefLayer } from './relief-layer.ts';

/** Pixels of a tile. */
const TILE = 256;
const DEEPEST = 20;

const COLOURS = {
  light: { sea: '#dbe6ea', space: '#c3d3d9' },
  dark: { sea: '#0d1518', space: '#05090b' },
} as const;

/**
 * Natural Earth, the base layer of the flat map, painted as imagery for the globe, with the terrain's shading on top.
 * Nothing is fetched from other servers.
 */
export class GroundImagery implements Disposable {
  readonly #globe: Globe;
  readonly #lifetime = new Lifetime();
  readonly #earth = new NaturalEarth(NESTED_STEPS);
  #laid: readonly ImageryLayer[] = [];
  #shown = true;
  #field: HeightField | undefined;
  #tint: SettingValues['tint3D'] = 'relief';

  constructor(globe: Globe) {
    this.#globe = globe;
    this.#lifetime.add(watchTheme(() => this.#lay()));
    this.#lay();
  }

  /** Number of its imagery layers, which are the lowest. */
  get count(): number {
    return this.#laid.length;
  }

  set shown(shown: boolean) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#lay();
  }

  set field(field: HeightField | undefined) {
    this.#field = field;
    this.#lay();
  }

  set tint(tint: SettingValues['tint3D']) {
    this.#tint = tint;
    this.#lay();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Repaints tiles after a change of theme. */
  #lay(): void {
    if (this.#lifetime.closed) return;
    const { imageryLayers } = this.#globe.scene;
    for (const layer of this.#laid) imageryLayers.remove(layer);
    const earth = this.#shown && new ImageryLayer(this.#painted() as unknown as ImageryProvider);
    const relief = reliefLayer(this.#field, this.#tint);
    this.#laid = [earth, relief].filter((layer) => layer instanceof ImageryLayer);
    // Below the imagery added by others.
    this.#laid.forEach((layer, at) => imageryLayers.add(layer, at));
    this.#globe.paint(COLOURS[currentTheme()]);
  }

  #painted(): PaintedTiles {
    return new PaintedTiles((x, y, level) => this.#tile(x, y, level), { size: TILE, deepest: DEEPEST });
  }

  async #tile(x: number, y: number, level: number): Promise<HTMLCanvasElement> {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE;
    const sheet = sheetOfTile(x, y, level, TILE);
    const [box, resolution] = [boxOfSheet(sheet), resolutionOf(level)];
    await this.#earth.load(resolution, box);
    this.#earth.paint(canvas.getContext('2d')!, sheet, box, resolution);
    return canvas;
  }
}
