import { Color, NearFarScalar } from 'cesium';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { GlobeOutlook, Stance } from '../../api.ts';
import type { DisplayHeights } from '../../model/heights.ts';
import type { Globe } from '../scene/globe.ts';
import { stanceOf, stand } from './stance.ts';
import { SceneSunlight } from '../scene/sunlight.ts';

const EARTH = Color.fromCssColorString('#2b2620');
/** Hides the far side of the earth, seen through the ground, from these distances in metres on. */
const FROM_WITHIN = new NearFarScalar(1e5, 1, 1e6, 0);

/** Camera position, light and opacity of the ground. */
export class Outlook implements GlobeOutlook, Disposable {
  readonly #globe: Globe;
  readonly #heights: DisplayHeights;
  readonly #lifetime = new Lifetime();
  readonly #sunlight: SceneSunlight;
  #holds = 0;
  #opacity = 1;

  constructor(globe: Globe, heights: DisplayHeights) {
    this.#globe = globe;
    this.#heights = heights;
    this.#sunlight = this.#lifetime.add(new SceneSunlight(globe));
    globe.scene.globe.undergroundColor = EARTH;
    globe.scene.globe.translucency.backFaceAlphaByDistance = FROM_WITHIN;
  }

  get stance(): Stance {
    return stanceOf(this.#globe.scene.camera, this.#heights);
  }

  stand(stance: Stance): void {
    stand(this.#globe.scene.camera, stance, this.#heights);
    this.#globe.redraw();
  }

  hold(): Disposable {
    let held = true;
    this.#count(1);
    return {
      dispose: () => {
        if (held) this.#count(-1);
        held = false;
      },
    };
  }

  get sun(): Position | undefined {
    return this.#sunlight.over;
  }
  set sun(over: Position | undefined) {
    this.#sunlight.over = over;
  }

  get groundOpacity(): number {
    return this.#opacity;
  }
  set groundOpacity(opacity: number) {
    this.#opacity = opacity;
    const { translucency } = this.#globe.scene.globe;
    translucency.enabled = opacity < 1;
    translucency.frontFaceAlpha = translucency.backFaceAlpha = opacity;
    this.#free();
    this.#globe.redraw();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #count(more: number): void {
    this.#holds += more;
    this.#free();
  }

  /** Lets the camera go below the ground or closer to it than the controls allow. */
  #free(): void {
    const control = this.#globe.scene.screenSpaceCameraController;
    control.enableInputs = this.#holds === 0;
    control.enableCollisionDetection = this.#holds === 0 && this.#opacity === 1;
  }
}
