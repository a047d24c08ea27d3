import { autorun } from 'mobx';
import { merge, throttleTime } from 'rxjs';
import type { Api } from '#core/api';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Anchored } from '#core/mapview';
import { previewFile } from '#core/protocol';
import type { CloudPicture, CloudView } from '#plugins/cloud/point-cloud/api';
import { distanceTo, placeBefore, type PhotoCamera } from '../model/camera.ts';
import type { PhotosInSpace, PlacedPhoto } from '../model/photos-in-space.ts';

/** The nearest that are shown. */
const MOST = 200;
/** Loaded at once. */
const AT_A_TIME = 4;
const MARK = 'cloud-photos';

/** Stands the photos in the view, with a button at each camera, and follows clicks and the pointer. */
export function standPhotos(
  view: CloudView,
  photos: PhotosInSpace,
  api: Pick<Api, 'bytes'>,
  label: (name: string) => string,
): Disposable {
  const lifetime = new Lifetime();
  const pictures = new Map<string, ImageBitmap | 'loading' | 'failed'>();
  const buttons = new Map<string, Anchored>();
  const aborting = new AbortController();
  lifetime.add(() => aborting.abort());
  let near: readonly PlacedPhoto[] = [];

  const load = async (id: string) => {
    pictures.set(id, 'loading');
    try {
      const request = { query: { id, size: '512' as const } };
      const { data } = await api.bytes(previewFile, request, { signal: aborting.signal });
      if (!data) throw new Error('The picture is empty.');
      const image = await createImageBitmap(new Blob([data]));
      if (aborting.signal.aborted) return image.close();
      pictures.set(id, image);
      draw();
    } catch {
      // Its frame stands without the picture; the photo itself says why when it is opened.
      pictures.set(id, 'failed');
    }
  };
  const fill = () => {
    const loading = [...pictures.values()].filter((one) => one === 'loading').length;
    const next = near.filter(({ image }) => !pictures.has(image.id)).slice(0, AT_A_TIME - loading);
    for (const { image } of next) void load(image.id).then(fill);
  };
  const draw = () =>
    view.showPictures(
      near.map(({ image, camera }): CloudPicture => {
        const picture = pictures.get(image.id);
        return {
          id: image.id,
          at: view.toCloud([...camera.position]),
          corners: cornersOf(camera, photos.distance).map((corner) => view.toCloud(corner)),
          image: typeof picture === 'object' ? picture : undefined,
          isChosen: image.id === photos.chosenId,
        };
      }),
    );
  const choose = () => {
    const { isShown, placed = [] } = photos;
    const from = view.fromCloud(view.eye.at);
    const shown = isShown ? placed : placed.filter(({ image }) => image.id === photos.chosenId);
    near = shown
      .map((photo) => ({ photo, metres: distanceTo(photo.camera, from) }))
      .sort((a, b) => a.metres - b.metres)
      .slice(0, MOST)
      .map(({ photo }) => photo);
    for (const [id, button] of buttons)
      if (!near.some(({ image }) => image.id === id)) {
        button.dispose();
        buttons.delete(id);
      }
    for (const { image, camera } of near) {
      if (buttons.has(image.id)) continue;
      const element = document.createElement('button');
      element.type = 'button';
      element.className = 'cph-camera';
      element.setAttribute('aria-label', label(image.name));
      element.title = image.name;
      element.addEventListener('click', () => photos.choose(image.id));
      buttons.set(image.id, view.anchor(element, [...camera.position]));
    }
    fill();
    draw();
    forget();
  };
  /** Pictures of cameras that are far away by now. */
  const forget = () => {
    for (const [id, picture] of pictures)
      if (typeof picture === 'object' && !near.some(({ image }) => image.id === id)) {
        picture.close();
        pictures.delete(id);
      }
  };
  lifetime.add(autorun(choose));
  const moving = merge(view.camera$)
    .pipe(throttleTime(500, undefined, { trailing: true }))
    .subscribe(choose);
  lifetime.add(() => moving.unsubscribe());
  lifetime.add(
    autorun(() => {
      const { place, chosen, isShown } = photos;
      const isSeen = place !== undefined && (chosen !== undefined || isShown);
      const handles = isSeen ? [{ position: place.position, role: 'active' as const }] : [];
      view.show(isSeen ? { shapes: [], handles } : undefined, MARK);
    }),
  );
  lifetime.add(
    view.listen(({ kind, position }) => {
      if (kind === 'click' && (photos.chosen || photos.isShown)) photos.see(position);
    }),
  );
  lifetime.add(() => {
    view.showPictures([]);
    view.show(undefined, MARK);
    for (const button of buttons.values()) button.dispose();
    for (const picture of pictures.values()) if (typeof picture === 'object') picture.close();
  });
  return lifetime;
}

function cornersOf(camera: PhotoCamera, distance: number) {
  const [width, height] = camera.size;
  return (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  ).map((pixel) => placeBefore(camera, pixel, distance));
}
