import type { Disposable } from '#core/kernel';
import type { Fragments } from './fragments.ts';
import type { SceneCamera } from './scene-camera.ts';

/** Milliseconds between two updates while the camera moves. */
const INTERVAL = 120;

/** Updates which tiles of the fragments are loaded, at intervals while the camera moves and once after its last move. */
export class TileUpdates implements Disposable {
  readonly #fragments: Pick<Fragments, 'update'>;
  readonly #eye: Pick<SceneCamera, 'camera'>;
  readonly #ended: (error?: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
      // The camera of three.js is set up from the eye when it is asked for.
      void this.#eye.camera;
      this.#fragments.update().then(() => this.#ended(), this.#ended);
    }, INTERVAL);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
