import { Button as Pressable } from 'react-aria-components';
import { API } from '#core/api';
import { previewFile, type CloudImage } from '#core/protocol';
import { Icon, useBytes, useService, useTranslate } from '#core/react';
import { usePose } from './usePose.ts';

/** A photo with its name and how its camera stood. */
export function PhotoCard({ photo, onOpen }: { photo: CloudImage; onOpen: () => void }) {
  const t = useTranslate('clouds');
  const api = useService(API);
  const pose = usePose();
  const { id, name, version } = photo;
  const { url } = useBytes(`${id} ${version}`, (signal) =>
    api.bytes(previewFile, { query: { id, size: '256' } }, { signal }),
  );
  return (
    <li>
      <Pressable className="clouds-photo" aria-label={t('photos.open', { name })} onPress={onOpen}>
        {url === undefined ? <Icon name="image" /> : <img src={url} alt="" draggable={false} />}
        <span className="clouds-photo-name">{name}</span>
        <span className="g-muted g-figures">{pose(photo) ?? t('photos.nowhere')}</span>
      </Pressable>
    </li>
  );
}
