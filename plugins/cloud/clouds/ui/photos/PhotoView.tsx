import { API } from '#core/api';
import { previewFile, type CloudImage } from '#core/protocol';
import { Dialog, Skeleton, useBytes, useService, useTranslate } from '#core/react';
import { usePose } from './usePose.ts';

/** One photo, large. */
export function PhotoView({ photo, onClose }: { photo: CloudImage; onClose: () => void }) {
  const t = useTranslate('clouds');
  const api = useService(API);
  const pose = usePose();
  const { id, name, version } = photo;
  const { url, error } = useBytes(`${id} ${version} large`, (signal) =>
    api.bytes(previewFile, { query: { id, size: '2048' } }, { signal }),
  );
  return (
    <Dialog isOpen title={name} onClose={onClose}>
      <div className="clouds-photo-view">
        {url !== undefined && <img src={url} alt={name} />}
        {error !== undefined && <p className="g-error">{error}</p>}
        {url === undefined && error === undefined && <Skeleton lines={6} />}
        <p className="g-muted g-figures">{pose(photo) ?? t('photos.nowhere')}</p>
      </div>
    </Dialog>
  );
}
