import { BehaviorSubject, type Observable } from 'rxjs';
import type { LayerState, Pixel } from '#core/mapview';
import { CameraInput } from './camera-input.ts';
import { CanvasView, type CameraMoves } from './canvas-view.ts';
import type { ViewerLayers } from './layers.ts';
import { sceneControls, type SceneCameraMoves } from './scene-controls.ts';
import { ScenePen } from './scene-pen.ts';
import { currentTheme } from './theme.ts';

/** The right button moves, and Ctrl turns the camera also while a tool is active. */
const DRAGS = {
  rightButton: true,
  startsWith: (event: PointerEvent) => event.ctrlKey && !event.shiftKey,
};
const BACKGROUNDS = { light: '#eef1f3', dark: '#14181b' } as const;

/** The renderer of an engine. */
interface RenderedScene {
  readonly canvas: HTMLCanvasElement;
  /** Before each frame, with the time. */
  readonly frame$: Observable<number>;
  /** After each frame that was drawn. */
  readonly drawn$: Observable<void>;
  /** Begins to draw; `resized` is called with CSS pixels, at once and when the element changes. */
  run(resized: (size: Pixel) => void): void;
  paint(background: string): void;
}

/** Base class of viewers in space, whose engine draws on a canvas of its own. */
export abstract class SceneView extends CanvasView<ViewerLayers> {
  readonly attribution$ = new BehaviorSubject('');
  protected abstract override readonly cameraMoves: CameraMoves &
    SceneCameraMoves & {
      /** Moves on; whether the view has to be drawn. */
      tick(now: number): boolean;
      resize(size: Pixel): void;
    };
  /** The project's objects in the scene. */
  protected abstract readonly objects: { size: Pixel; hidden: ReadonlySet<string>; change(): void };
  #scene: RenderedScene | undefined;

  setLayers(layers: readonly LayerState[]): void {
    this.typeLayers.layers = layers;
    this.objects.change();
  }

  override dispose(): void {
    super.dispose();
    this.attribution$.complete();
  }

  /** Puts the overlay over the scene, starts the controls, and begins to draw. */
  protected attachScene(scene: RenderedScene): void {
    this.#scene = scene;
    this.element.append(this.overlay.element);
    this.lifetime.add(() => this.overlay.element.remove());
    this.attach(scene.canvas, DRAGS);
    this.lifetime.add(new CameraInput(scene.canvas, sceneControls(this.cameraMoves)));
    const following = scene.frame$.subscribe((now) => {
      if (this.cameraMoves.tick(now)) this.redraw();
    });
    following.add(scene.drawn$.subscribe(() => this.#drawOverlay()));
    this.lifetime.add(() => following.unsubscribe());
    scene.run((size) => {
      this.objects.size = size;
      this.cameraMoves.resize(size);
    });
    this.onTheme();
  }

  protected override hide(ids: ReadonlySet<string>): void {
    this.objects.hidden = ids;
  }

  protected override onTheme(): void {
    this.#scene?.paint(BACKGROUNDS[currentTheme()]);
  }

  #drawOverlay(): void {
    const ratio = window.devicePixelRatio || 1;
    this.drawOverlay(
      { size: this.size, ratio },
      (context, colours) => new ScenePen(context, ratio, colours, (position) => this.toPixel(position)),
    );
  }
}
