import type { Scene } from 'cesium';

/** Reports once when a scene can no longer render: its code threw, or the graphics context was lost. */
export function onRenderError(
  scene: Scene,
  canvas: HTMLCanvasElement,
  report: (error: unknown) => void,
): void {
  const onContextLost = (event: Event): void => {
    // Otherwise the browser would wait for the context to be restored.
    event.preventDefault();
    end(new Error('webglcontextlost'));
  };
  const end = (error: unknown): void => {
    canvas.removeEventListener('webglcontextlost', onContextLost);
    stop();
    report(error);
  };
  const stop = scene.renderError.addEventListener((_: Scene, error: unknown) => end(error));
  canvas.addEventListener('webglcontextlost', onContextLost);
}
