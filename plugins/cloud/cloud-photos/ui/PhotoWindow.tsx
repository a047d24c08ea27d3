import { observer } from 'mobx-react-lite';
import { API } from '#core/api';
import { previewFile } from '#core/protocol';
import { Button, Icon, IconButton, Skeleton, useBytes, useI18n, useService, useTranslate } from '#core/react';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import { placeBefore } from '../model/camera.ts';
import { CLOUD_PHOTOS, type PlacedPhoto } from '../model/photos-in-space.ts';

/** Zoom from which one looks along a photo. */
const NEAR = 21;

/** One photo beside the view: a click gives the point of the cloud. */
export default observer(function PhotoWindow({ view, photo }: { view: CloudView; photo: PlacedPhoto }) {
  const t = useTranslate('cloud-photos');
  const i18n = useI18n();
  const api = useService(API);
  const photos = useService(CLOUD_PHOTOS);
  const { image, camera } = photo;
  const { mark, place, picking, distance } = photos;
  const [width, height] = camera.size;
  const { url, error } = useBytes(`${image.id} ${image.version}`, (signal) =>
    api.bytes(previewFile, { query: { id: image.id, size: '2048' } }, { signal }),
  );
  const metres = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const lookAlong = () =>
    view.fly(placeBefore(camera, camera.middle, distance), {
      zoom: Math.max(NEAR, view.camera.zoom),
      heading: image.heading ?? 0,
      tilt: 90 + (image.pitch ?? 0),
    });
  return (
    <section className="cph-window" aria-label={image.name}>
      <header>
        <strong>{image.name}</strong>
        <IconButton
          label={t('close')}
          icon={<Icon name="close" />}
          onPress={() => photos.choose(undefined)}
        />
      </header>
      {url === undefined && error === undefined && <Skeleton lines={4} />}
      {error !== undefined && <p className="g-error">{error}</p>}
      {url !== undefined && (
        <div
          className="cph-picture"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const [x, y] = [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height];
            void photos.pick([x * width, y * height]);
          }}
        >
          <img src={url} alt={image.name} draggable={false} />
          {mark && (
            <span
              className="cph-mark"
              style={{
                insetInlineStart: `${(mark[0] / width) * 100}%`,
                insetBlockStart: `${(mark[1] / height) * 100}%`,
              }}
            />
          )}
        </div>
      )}
      <div role="status" className="cph-said">
        {picking === 'asking' && <span className="g-muted">{t('asking')}</span>}
        {picking === 'none' && <span>{t('no-point')}</span>}
        {typeof picking === 'object' && <span className="g-error">{picking.error}</span>}
        {picking === undefined && place?.point && (
          <span className="g-figures">
            {t('point', {
              east: metres(place.point.coordinates[0]),
              north: metres(place.point.coordinates[1]),
              height: metres(place.point.coordinates[2]),
              crs: view.crs,
              cloud: place.point.cloud,
              spacing: metres(place.point.spacing),
            })}
          </span>
        )}
        {picking === undefined && !place?.point && (
          <span className="g-muted">{t(place && !mark ? 'not-seen' : 'help')}</span>
        )}
      </div>
      <div className="cph-actions">
        <Button size="s" onPress={lookAlong}>
          {t('look-along')}
        </Button>
        {place?.point && (
          <Button
            size="s"
            onPress={() => view.fly(place.position, { zoom: Math.max(NEAR, view.camera.zoom) })}
          >
            {t('look-at')}
          </Button>
        )}
      </div>
    </section>
  );
});
