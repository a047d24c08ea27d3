import type { I18n } from '#core/i18n';
import type { Toasts } from '#core/toasts';
import type { Selection } from '#plugins/work/selection/api';
import type { AddDocuments, DocumentSendings, PhotosOnMap } from '../api.ts';
import type { PhotoLayer } from './photo-layer.ts';
import type { PhotoList } from './photo-list.ts';

/** What has a place on the map, if it says where it was taken. */
const PICTURES = /\.(jpe?g|png|webp|avif|tiff?|hei[cf])$/i;

/** Milliseconds that it is said that they are on their way. */
const TOLD = 12_000;

interface Services {
  readonly sendings: Pick<DocumentSendings, 'add'>;
  readonly selection: Pick<Selection, 'ids'>;
  readonly photos: Pick<PhotosOnMap, 'show'>;
  readonly list: Pick<PhotoList, 'shown'>;
  readonly layer: Pick<PhotoLayer, 'fly'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly i18n: Pick<I18n, 'load' | 't'>;
}

/** Attaches dropped files to the selected object, or to the project; photos are shown on the map. */
export function documentsAdder(services: Services): AddDocuments {
  const { sendings, selection, photos, list, layer, toasts, i18n } = services;
  const fly = async (projectId: string) => {
    await photos.show(projectId);
    layer.fly(list.shown);
  };
  return (projectId, files) => {
    const [only, ...others] = selection.ids;
    const geometryId = others.length === 0 ? only : undefined;
    sendings.add({ projectId, geometryId }, files);
    const key = geometryId === undefined ? 'added.project' : 'added.object';
    const hasPhotos = files.some(({ name }) => PICTURES.test(name));
    // Those that arrive later are drawn, too.
    if (hasPhotos) void photos.show(projectId);
    void i18n.load('documents').then(() => {
      const text = i18n.t(`documents:${key}`, { count: files.length });
      const action = { title: i18n.t('documents:added.fly'), run: () => void fly(projectId) };
      const toast = toasts.show('info', text, hasPhotos ? action : undefined);
      // With an action it would stay, and cover the dialog in which they are looked at.
      setTimeout(() => toast.dispose(), TOLD);
    });
  };
}
