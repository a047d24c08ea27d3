import { reaction } from 'mobx';
import type { I18n } from '#core/i18n';
import { pixelDistance, type Gesture, type Pixel } from '#core/mapview';
import type { Panels } from '#core/plugin';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { PanoramaView } from '../api.ts';
import { regionBetween, type Blurring } from '../model/blurring.ts';

/** CSS pixels: a smaller rectangle is a mistake. */
const SMALLEST = 4;

/** Marks what is to be blurred: a rectangle between two clicks. */
export class BlurTool implements Tool {
  constructor(
    readonly blurring: Blurring,
    readonly panels: Panels,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): BlurSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('panorama').catch(() => undefined);
    return new BlurSession(context, this);
  }
}

class BlurSession extends BaseToolSession {
  readonly #blurring: Blurring;
  /** The first corner on the screen. */
  #corner: Pixel | undefined;

  constructor(context: ToolContext, { blurring, panels }: BlurTool) {
    super(context);
    this.#blurring = blurring;
    panels.open('panorama.panel');
    this.lifetime.add(
      reaction(
        () => blurring.regions,
        () => this.#show(),
        { fireImmediately: true },
      ),
    );
    this.lifetime.add(() => this.#panorama.outline([]));
    // The panel says what it could not read.
    blurring.read().catch(() => undefined);
  }

  protected describe(): StateOfTool {
    return {
      hint: this.#corner ? 'panorama:hint.blur-to' : 'panorama:hint.blur',
      busy: this.#corner !== undefined,
      canTakeBack: this.#blurring.added.length > 0,
    };
  }

  override cancel(): void {
    this.#corner = undefined;
    super.cancel();
    this.#show();
    this.update();
  }

  protected override takeBack(): boolean {
    if (!this.#corner) return this.#blurring.takeBack();
    this.cancel();
    return true;
  }

  protected override onMove({ pixel }: Gesture): void {
    if (this.#corner) this.#show(pixel);
  }

  protected override onClick({ pixel }: Gesture): void {
    const corner = this.#corner;
    if (!corner) {
      if (!this.#panorama.pictureAt(pixel)) return this.refuse('panorama:hint.nothing');
      this.#corner = pixel;
      return this.update();
    }
    if (pixelDistance(corner, pixel) < SMALLEST) return this.refuse('panorama:hint.blur-small');
    const region = this.#region(corner, pixel);
    this.#corner = undefined;
    if (region) this.#blurring.add(region);
    this.update();
  }

  get #panorama(): PanoramaView {
    return this.view as PanoramaView;
  }

  #region(from: Pixel, to: Pixel) {
    return regionBetween(from, to, (pixel) => this.#panorama.pictureAt(pixel));
  }

  #show(pixel?: Pixel): void {
    const coming = this.#corner && pixel && this.#region(this.#corner, pixel);
    this.#panorama.outline([...this.#blurring.regions, ...(coming ? [coming] : [])]);
  }
}
