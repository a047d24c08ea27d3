import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import type { CloudImage, Pointcloud } from '#core/protocol';
import {
  Dialog,
  ErrorPanel,
  FileButton,
  FileDrop,
  ProgressBar,
  Skeleton,
  useService,
  useTranslate,
} from '#core/react';
import { CloudPhotos } from '../../model/cloud-photos.ts';
import { readPoses } from '../../model/poses.ts';
import { PhotoCard } from './PhotoCard.tsx';
import { PhotoView } from './PhotoView.tsx';
import './photos.css';

/** The photos taken inside a point cloud: looked at, added, and told how their cameras stood. */
export const PhotosDialog = observer(function PhotosDialog({
  cloud: { id, name },
  mayWrite,
  onClose,
}: {
  cloud: Pick<Pointcloud, 'id' | 'name'>;
  mayWrite: boolean;
  onClose: () => void;
}) {
  const t = useTranslate('clouds');
  const api = useService(API);
  const list = useMemo(() => new CloudPhotos(api, id), [api, id]);
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>();
  const [open, setOpen] = useState<CloudImage>();
  useEffect(() => void list.load(), [list]);

  const attempt = async (work: () => Promise<string | undefined>) => {
    try {
      const text = await work();
      setSaid(text === undefined ? undefined : { text, isProblem: false });
    } catch (failure) {
      setSaid({ text: sentenceOf(failure), isProblem: true });
    }
  };
  const add = (files: readonly File[]) =>
    attempt(async () => {
      await list.add(files);
      return undefined;
    });
  const place = (file: File) =>
    attempt(async () => {
      const read = readPoses(await file.text());
      if ('problem' in read) throw new Error(t(`photos.problem.${read.problem.kind}`, { ...read.problem }));
      const { changed, unknown } = await list.place(read.poses);
      const names = unknown.slice(0, 5).join(', ') + (unknown.length > 5 ? '…' : '');
      const rest = unknown.length > 0 ? ` ${t('photos.unknown', { count: unknown.length, names })}` : '';
      return t('photos.placed', { count: changed }) + rest;
    });

  const { photos, error, sent } = list;
  if (open) return <PhotoView photo={open} onClose={() => setOpen(undefined)} />;
  return (
    <Dialog isOpen keepOpen title={t('photos.title', { name })} onClose={onClose}>
      <div className="clouds-form">
        {error !== undefined && (
          <ErrorPanel title={t('photos.failed')} error={error} onRetry={() => void list.load()} />
        )}
        {photos === undefined && error === undefined && <Skeleton lines={3} />}
        {photos?.length === 0 && <p className="g-muted">{t('photos.none')}</p>}
        {photos !== undefined && photos.length > 0 && (
          <ul className="clouds-photos" aria-label={t('photos.list')}>
            {photos.map((photo) => (
              <PhotoCard key={photo.id} photo={photo} onOpen={() => setOpen(photo)} />
            ))}
          </ul>
        )}
        {mayWrite && photos !== undefined && (
          <>
            {sent === undefined ? (
              <FileDrop
                label={t('photos.drop')}
                accept={['.jpg', '.jpeg', '.png', '.heic', '.heif', '.webp', '.tif', '.tiff']}
                multiple
                onFiles={(files) => void add(files)}
              />
            ) : (
              <ProgressBar label={t('photos.sending')} value={sent} />
            )}
            <p className="g-muted">{t('photos.poses.help')}</p>
            <FileButton
              size="s"
              accept={['.csv', '.txt', '.tsv']}
              isDisabled={photos.length === 0}
              onFile={(file) => void place(file)}
            >
              {t('photos.poses')}
            </FileButton>
          </>
        )}
        {said && (
          <p className={said.isProblem ? 'g-error' : undefined} role={said.isProblem ? 'alert' : 'status'}>
            {said.text}
          </p>
        )}
      </div>
    </Dialog>
  );
});
