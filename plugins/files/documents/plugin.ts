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
import { DOCUMENT_SENDINGS, FILE_OPENER, MARK_BAR, MARKING_OF, PHOTOS_ON_MAP, SENDING_ROWS } from './api.ts';
import { documentsAdder } from './model/add-documents.ts';
import { PHOTO_LAYER, PhotoLayer } from './model/photo-layer.ts';
import { DOCUMENT_LIST, DocumentList } from './model/document-list.ts';
import { FileFinder } from './model/file-finder.ts';
import { FOLDER_LIST, FolderList } from './model/folder-list.ts';
import { OPENED_FILE, OpenedFile } from './model/opened-file.ts';
import { PHOTO_LIST, PhotoList } from './model/photo-list.ts';
import { ShownPhotos } from './model/photos-on-map.ts';
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
  bind(DOCUMENT_SENDINGS).toService(SENDINGS);
  bind(SENDING_ROWS).toConstantValue(onDemand(() => import('./ui/SendingRows.tsx')));
  bind(PHOTOS_ON_MAP)
    .toDynamicValue(({ get }) => {
      // Draws them.
      get(PHOTO_LAYER);
      return new ShownPhotos(get(PHOTO_LIST));
    })
    .inSingletonScope();
  bind('documents.Palette').toDynamicValue(
    ({ get }) => new FileFinder(get(API), get(PROJECTS), get(OPENED_FILE)),
  );
  bind('documents.Add').toDynamicValue(({ get }) =>
    documentsAdder({
      sendings: get(SENDINGS),
      selection: get(SELECTION),
      photos: get(PHOTOS_ON_MAP),
      list: get(PHOTO_LIST),
      layer: get(PHOTO_LAYER),
      toasts: get(TOASTS),
      i18n: get(I18N),
    }),
  );
  bind('documents.Files').toConstantValue(onDemand(() => import('./ui/FilesPanel.tsx')));
  bind(MARK_BAR).toConstantValue(onDemand(() => import('./ui/markup/MarkBar.tsx')));
  bind('documents.Photos').toConstantValue(onDemand(() => import('./ui/PhotosPanel.tsx')));
  bind('documents.DocumentPicker').toConstantValue(onDemand(() => import('./ui/DocumentPicker.tsx')));
  bind('documents.ImagePicker').toConstantValue(onDemand(() => import('./ui/ImagePicker.tsx')));
  bind('documents.Dialog').toConstantValue(dialogOnDemand(OPENED_FILE, () => import('./ui/FileDialog.tsx')));
});
