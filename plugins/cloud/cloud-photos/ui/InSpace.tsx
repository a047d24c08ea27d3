import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import { useObservable, useService, useTranslate } from '#core/react';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { CLOUD_PHOTOS, STAND_PHOTOS } from '../model/photos-in-space.ts';
import './cloud-photos.css';

const PhotoWindow = lazy(() => import('./PhotoWindow.tsx'));

/** The photos on the open view, and the one that is open. */
export const InSpace = observer(function InSpace() {
  const t = useTranslate('cloud-photos');
  const stand = useService(STAND_PHOTOS);
  const photos = useService(CLOUD_PHOTOS);
  const stage = useService(CLOUD_STAGE);
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  const isWanted = photos.isShown || photos.chosenId !== undefined;
  useEffect(() => {
    if (!view || !isWanted) return;
    const standing = stand(view, (name) => t('open', { name }));
    return () => standing.dispose();
  }, [view, isWanted, stand, t]);
  useEffect(() => {
    const stop = autorun(() => photos.isShown && void photos.read());
    const reading = stage.clouds$.subscribe(() => photos.placed && void photos.read());
    return () => {
      stop();
      reading.unsubscribe();
    };
  }, [photos, stage]);
  return view && photos.chosen ? (
    <Suspense fallback={null}>
      <PhotoWindow key={photos.chosen.image.id} view={view} photo={photos.chosen} />
    </Suspense>
  ) : null;
});
