import { withinTime, type Disposable } from '#core/kernel';
import type { Fragments } from './fragments.ts';
import type { SceneCamera } from './scene-camera.ts';

/** Milliseconds between two updates while the camera moves. */
const INTERVAL = 120;
/** Milliseconds after which nobody waits any longer: what is loaded then has to do. */
const MAX_WAIT = 10_000;

/** Updates which tiles of the fragments are loaded, at intervals while the camera moves and once after its last move. */
export class TileUpdates implements Disposable {
  readonly #fragments: Pick<Fragments, 'update'>;
  readonly #eye: Pick<SceneCamera, 'camera'>;
  readonly #ended: (error?: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = 0;
  #waiting: (() => void)[] = [];

  /** `ended`: called after each update, with what made it fail. */
  constructor(
    fragments: Pick<Fragments, 'update'>,
    eye: Pick<SceneCamera, 'camera'>,
    ended: (error?: unknown) => void,
  ) {
    this.#fragments = fragments;
    this.#eye = eye;
    this.#ended = ended;
  }

  request(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#running++;
      // The camera of three.js is set up from the eye when it is asked for.
      void this.#eye.camera;
      this.#fragments
        .update()
        .then(() => this.#ended(), this.#ended)
        .finally(() => {
          this.#running--;
          this.#release();
        });
    }, INTERVAL);
  }

  /** Updates once a change of what tiles hold, such as their level of detail, has ended. */
  requestAfter(change: Promise<unknown>): void {
    this.#running++;
    change
      .then(() => this.request(), this.#ended)
      .finally(() => {
        this.#running--;
        this.#release();
      });
  }

  /** Resolves once no update is due or under way, at the latest after `MAX_WAIT`; never if the view is closed before. */
  async done(): Promise<void> {
    if (this.#timer === undefined && this.#running === 0) return;
    const upToDate = new Promise<void>((done) => this.#waiting.push(done));
    await withinTime(upToDate, MAX_WAIT, 'Tiles are still being read.').catch(() => undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #release(): void {
    if (this.#timer !== undefined || this.#running > 0) return;
    for (const done of this.#waiting.splice(0)) done();
  }
}
