import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { onDemand } from '#core/react';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { standPhotos } from './map/stand-photos.ts';
import { CLOUD_PHOTOS, PhotosInSpace, STAND_PHOTOS, type StandPhotos } from './model/photos-in-space.ts';
import { InSpace } from './ui/InSpace.tsx';

export default new ContainerModule(({ bind }) => {
  bind(CLOUD_PHOTOS)
    .toDynamicValue(({ get }) => new PhotosInSpace(get(API), get(CLOUD_STAGE), get(CLOUD_VIEWS)))
    .inSingletonScope();
  bind(STAND_PHOTOS)
    .toDynamicValue(
      ({ get }): StandPhotos =>
        (view, label) =>
          standPhotos(view, get(CLOUD_PHOTOS), get(API), label),
    )
    .inSingletonScope();
  bind('cloud-photos.InSpace').toConstantValue(InSpace);
  bind('cloud-photos.Panel').toConstantValue(onDemand(() => import('./ui/PhotosPanel.tsx')));
});
