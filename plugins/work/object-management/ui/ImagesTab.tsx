import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { getImage, TYPE_IMAGES, type ObjectType } from '#core/protocol';
import {
  AlertDialog,
  EmptyState,
  FileDrop,
  Icon,
  IconButton,
  ProgressBar,
  Skeleton,
  useBytes,
  useService,
  useTranslate,
} from '#core/react';
import type { ObjectTypes } from '../model/object-types.ts';

interface ImagesTabProps {
  types: ObjectTypes;
  type: ObjectType;
  mayEdit: boolean;
}

const ACCEPTED = ['.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** The pictures of a type: shown, added and removed. */
export function ImagesTab({ types, type, mayEdit }: ImagesTabProps) {
  const t = useTranslate('object-management');
  const [sending, setSending] = useState(0);
  const [error, setError] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const { atOnce, max, megabytes, pixels } = TYPE_IMAGES;
  const add = async (files: readonly File[]) => {
    setError(undefined);
    if (files.length > atOnce) return setError(t('images.many', { count: files.length, most: atOnce }));
    setSending(files.length);
    try {
      await types.addImages(type, files);
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setSending(0);
    }
  };
  return (
    <div className="objm-section">
      {mayEdit &&
        (sending > 0 ? (
          <ProgressBar label={t('images.sending', { count: sending })} value={undefined} />
        ) : (
          <FileDrop label={t('images.drop')} accept={ACCEPTED} multiple onFiles={(files) => void add(files)}>
            <p className="g-muted">{t('images.limits', { atOnce, max, megabytes, pixels })}</p>
          </FileDrop>
        ))}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {type.images.length === 0 ? (
        <EmptyState icon={<Icon name="image" />} title={t('images.none')}>
          {t(mayEdit ? 'images.none.help' : 'images.none.ask')}
        </EmptyState>
      ) : (
        <ul className="objm-images">
          {type.images.map((image, n) => (
            <li key={image}>
              <Picture
                type={type}
                image={image}
                label={t('images.one', { n: n + 1, of: type.images.length })}
              />
              {mayEdit && (
                <IconButton
                  size="s"
                  label={t('images.remove', { n: n + 1 })}
                  icon={<Icon name="trash" />}
                  onPress={() => setRemoved(image)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <AlertDialog
        isOpen={removed !== undefined}
        title={t('images.remove.title')}
        action={t('images.remove.action')}
        onAction={() => (removed === undefined ? undefined : types.removeImage(type, removed))}
        onClose={() => setRemoved(undefined)}
      >
        <p>{t('images.remove.text')}</p>
      </AlertDialog>
    </div>
  );
}

function Picture({ type, image, label }: { type: ObjectType; image: string; label: string }) {
  const api = useService(API);
  const ending = image.slice(image.lastIndexOf('.') + 1);
  const mediaType = `image/${ending === 'jpg' ? 'jpeg' : ending}`;
  const { url, error } = useBytes(
    image,
    (signal) => api.bytes(getImage, { params: { id: type.id, image } }, { signal }),
    mediaType,
  );
  if (error !== undefined) return <p className="g-error">{error}</p>;
  return url === undefined ? <Skeleton height={120} /> : <img src={url} alt={label} />;
}
