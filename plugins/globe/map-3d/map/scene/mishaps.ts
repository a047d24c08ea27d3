import type { Scene } from 'cesium';

/** Tells once when a scene can no longer be drawn: its code threw, or the system took the graphics card away from it. */
export function hearMishap(scene: Scene, canvas: HTMLCanvasElement, tell: (error: unknown) => void): void {
  const lost = (event: Event): void => {
    // Else the browser would wait for it to come back.
    event.preventDefault();
    end(new Error('webglcontextlost'));
  };
  const end = (error: unknown): void => {
    canvas.removeEventListener('webglcontextlost', lost);
    stop();
    tell(error);
  };
  const stop = scene.renderError.addEventListener((_: Scene, error: unknown) => end(error));
  canvas.addEventListener('webglcontextlost', lost);
}
