import { Subject } from 'rxjs';

const loaded = new Subject<void>();
/** Emits when a picture of a style can be drawn. */
export const pictureLoaded$ = loaded.asObservable();

const pictures = new Map<string, { image: HTMLImageElement; isReady: boolean }>();

/** The picture of an SVG text; undefined until it is loaded. As a picture it runs no scripts and loads nothing. */
export function pictureOf(svg: string): HTMLImageElement | undefined {
  const known = pictures.get(svg);
  if (known) return known.isReady ? known.image : undefined;
  const entry = { image: new Image(), isReady: false };
  pictures.set(svg, entry);
  entry.image.addEventListener('load', () => {
    entry.isReady = true;
    loaded.next();
  });
  entry.image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return undefined;
}
