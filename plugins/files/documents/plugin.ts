import { ContainerModule } from 'inversify';
import { API, ResumableUploads } from '#core/api';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { dialogOnDemand, onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { SELECTION } from '#plugins/work/selection/api';
import { FILE_OPENER, MARK_BAR, MARKING_OF, type AddDocuments } from './api.ts';
import { PHOTO_LAYER, PhotoLayer } from './model/photo-layer.ts';
import { DOCUMENT_LIST, DocumentList } from './model/document-list.ts';
import { FileFinder } from './model/file-finder.ts';
import { FOLDER_LIST, FolderList } from './model/folder-list.ts';
import { OPENED_FILE, OpenedFile } from './model/opened-file.ts';
import { PHOTO_LIST, PhotoList } from './model/photo-list.ts';
import { PictureMarkings } from './model/picture-marking.ts';
import { SENDINGS, Sendings } from './model/sendings.ts';

export default new ContainerModule(({ bind }) => {
  bind(SENDINGS)
    .toDynamicValue(({ get }) => {
      const [api, i18n] = [get(API), get(I18N)];
      const language = () => i18n.language;
      return new Sendings(
        api,
        new ResumableUploads({ base: '/api', api, credentials: get(SESSION), language }),
      );
    })
    .inSingletonScope();
  bind(DOCUMENT_LIST)
    .toDynamicValue(({ get }) => new DocumentList(get(API), get(SENDINGS)))
    .inSingletonScope();
  bind(FOLDER_LIST)
    .toDynamicValue(({ get }) => new FolderList(get(API)))
    .inSingletonScope();
  bind(OPENED_FILE)
    .toDynamicValue(({ get }) => new OpenedFile(get(API), get(DOCUMENT_LIST), get(PHOTO_LIST)))
    .inSingletonScope();
  bind(FILE_OPENER).toService(OPENED_FILE);
  bind(MARKING_OF)
    .toDynamicValue(({ get }) => new PictureMarkings(get(API)).of)
    .inSingletonScope();
  bind(PHOTO_LIST)
    .toDynamicValue(({ get }) => new PhotoList(get(API), get(SENDINGS)))
    .inSingletonScope();
  bind(PHOTO_LAYER)
    .toDynamicValue(
      ({ get }) => new PhotoLayer(get(VIEWS), get(PHOTO_LIST), get(OPENED_FILE), get(TOOLS), get(PROJECTS)),
    )
    .inSingletonScope();
  bind('documents.Palette').toDynamicValue(
    ({ get }) => new FileFinder(get(API), get(PROJECTS), get(OPENED_FILE)),
  );
  bind('documents.Add').toDynamicValue(({ get }): AddDocuments => {
    const [sendings, selection, toasts, i18n] = [get(SENDINGS), get(SELECTION), get(TOASTS), get(I18N)];
    return (projectId, files) => {
      const [only, ...others] = selection.ids;
      const geometryId = others.length === 0 ? only : undefined;
      sendings.add({ projectId, geometryId }, files);
      const key = geometryId === undefined ? 'added.project' : 'added.object';
      void i18n
        .load('documents')
        .then(() => toasts.show('info', i18n.t(`documents:${key}`, { count: files.length })));
    };
  });
  bind('documents.Files').toConstantValue(onDemand(() => import('./ui/FilesPanel.tsx')));
  bind(MARK_BAR).toConstantValue(onDemand(() => import('./ui/markup/MarkBar.tsx')));
  bind('documents.Photos').toConstantValue(onDemand(() => import('./ui/PhotosPanel.tsx')));
  bind('documents.DocumentPicker').toConstantValue(onDemand(() => import('./ui/DocumentPicker.tsx')));
  bind('documents.ImagePicker').toConstantValue(onDemand(() => import('./ui/ImagePicker.tsx')));
  bind('documents.Dialog').toConstantValue(dialogOnDemand(OPENED_FILE, () => import('./ui/FileDialog.tsx')));
});
