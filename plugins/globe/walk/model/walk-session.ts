import { merge } from 'rxjs';
import { Lifetime } from '#core/kernel';
import type { Gesture, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import type { GlobeOutlook, Ground } from '#plugins/globe/map-3d/api';
import { wayOf } from './keys.ts';
import { Walker, type WalkDirection } from './walker.ts';

/** Degrees of rotation per pixel dragged. */
const TURN = 0.2;
/** Longest frame in seconds, so that a pause is not a giant step. */
const LONGEST = 0.1;

/**
 * A click on the ground starts walking there; keys walk, drags look around; Esc returns to where the walk started.
 */
export class WalkSession extends BaseToolSession {
  readonly #outlook: GlobeOutlook;
  readonly #settings: Pick<Settings, 'get' | 'observe'>;
  readonly #ground: Pick<Ground, 'changes$'>;
  readonly #walker: Walker;
  #walking: Lifetime | undefined;
  #dragged: Pixel | undefined;
  #frame = 0;

  constructor(
    context: ToolContext,
    outlook: GlobeOutlook,
    settings: Pick<Settings, 'get' | 'observe'>,
    ground: Pick<Ground, 'changes$'>,
  ) {
    super(context);
    this.#outlook = outlook;
    this.#settings = settings;
    this.#ground = ground;
    this.#walker = new Walker(
      outlook,
      () => settings.get('eyeHeight3D'),
      () => settings.get('navigationRange'),
    );
    this.lifetime.add(() => this.cancel());
  }

  protected override onClick({ position }: Gesture): void {
    if (!this.#walking && position) this.#begin(position);
  }

  protected override onDown({ pixel }: Gesture): boolean {
    this.#dragged = pixel;
    return this.#walking !== undefined;
  }

  protected override onDrag({ pixel }: Gesture): void {
    // What is under the finger stays under it.
    if (this.#walking && this.#dragged)
      this.#walker.turn(TURN * (this.#dragged[0] - pixel[0]), TURN * (pixel[1] - this.#dragged[1]));
    this.#dragged = pixel;
  }

  override key({ key, ctrl, alt, shift }: KeyGesture): boolean {
    const way = wayOf(key);
    if (!this.#walking || !way || ctrl || alt) return false;
    this.#walker.runs = shift;
    this.go(way);
    return true;
  }

  /** Moves that way until `rest` is called for it. */
  go(way: WalkDirection): void {
    if (!this.#walking) return;
    const resting = this.#walker.ways.size === 0;
    this.#walker.ways.add(way);
    if (resting) this.#walk();
  }

  rest(way: WalkDirection): void {
    this.#walker.ways.delete(way);
  }

  override complete(): void {
    this.cancel();
  }

  override cancel(): void {
    this.#walking?.dispose();
  }

  protected override describe(): StateOfTool {
    const isWalking = this.#walking !== undefined;
    return { hint: isWalking ? 'walk:hint.walking' : 'walk:hint.start', busy: isWalking };
  }

  #begin(place: Position): void {
    const walking = (this.#walking = new Lifetime());
    const before = this.#outlook.stance;
    walking.add(() => this.#end(before));
    walking.add(this.#outlook.hold());
    this.#outlook.stand({ ...before, place, pitch: 0 });
    const changes$ = merge(this.#ground.changes$, this.#settings.observe('eyeHeight3D'));
    // The setting is emitted at once.
    walking.add(changes$.subscribe(() => this.#walker.standOnGround()));
    const up = (event: KeyboardEvent) => {
      const way = wayOf(event.key);
      if (way) this.rest(way);
      if (event.key === 'Shift') this.#walker.runs = false;
    };
    const left = () => this.#walker.ways.clear();
    window.addEventListener('keyup', up);
    window.addEventListener('blur', left);
    walking.add(() => window.removeEventListener('keyup', up));
    walking.add(() => window.removeEventListener('blur', left));
    this.view.setCursor('grab');
    this.update();
  }

  #end(before: GlobeOutlook['stance']): void {
    this.#walking = undefined;
    this.#walker.ways.clear();
    cancelAnimationFrame(this.#frame);
    this.view.setCursor(undefined);
    this.#outlook.stand(before);
    this.update();
  }

  /** Moves frame by frame while any movement is requested. */
  #walk(): void {
    let before = performance.now();
    const step = (now: number) => {
      if (this.#walker.ways.size === 0) return;
      this.#walker.go(Math.max(0, Math.min(LONGEST, (now - before) / 1000)));
      before = now;
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
