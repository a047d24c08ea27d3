import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { grants, type Pointcloud } from '#core/protocol';
import {
  Badge,
  Button,
  Icon,
  IconButton,
  Link,
  Menu,
  ProgressBar,
  UploadBox,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { sentenceOf } from '#core/kernel';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { LinksDialog } from './links/LinksDialog.tsx';
import { useMayShare } from './links/useMayShare.ts';
import { PhotosDialog } from './photos/PhotosDialog.tsx';
import { pickFile } from './pick-file.ts';
import { useSizes } from './useSizes.ts';

/** One point cloud: its state, points, size, CRS and date; open, change, replace, delete. */
export const CloudRow = observer(function CloudRow({
  cloud,
  mayWrite,
}: {
  cloud: Pointcloud;
  mayWrite: boolean;
}) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const desk = useService(CLOUD_DESK);
  const { size } = useSizes();
  const [asking, setAsking] = useState<'change' | 'delete' | 'links' | 'photos'>();
  const { id, name, pointCount, bytes, crs, createdAt, createdBy, state, header } = cloud;
  const survey = desk.surveys.find((one) => one.id === cloud.surveyId);
  const mayShare = useMayShare() && state === 'ready';
  const { me } = useService(SESSION);
  const hasImages = state === 'ready' && header.images > 0 && grants(me?.authorizations ?? [], 'files.write');
  const replace = () => pickFile((file) => desk.add(cloud.projectId, file, cloud));
  return (
    <li className="clouds-row">
      <div className="clouds-head">
        {state === 'ready' ? (
          <Link href={`/cloud/${id}`} className="clouds-name">
            {name}
          </Link>
        ) : (
          <span className="clouds-name">{name}</span>
        )}
        {state === 'failed' && <Badge kind="danger">{t('state.failed')}</Badge>}
        {state === 'queued' && <Badge>{t('state.queued')}</Badge>}
        <Menu
          label={t('actions', { name })}
          trigger={<IconButton size="s" label={t('actions', { name })} icon={<Icon name="more" />} />}
          entries={[
            { id: 'photos', title: t('photos.menu'), onAction: () => setAsking('photos') },
            ...(mayShare
              ? [{ id: 'links', title: t('links.open'), onAction: () => setAsking('links') }]
              : []),
            ...(mayWrite
              ? ([
                  { id: 'change', title: t('change'), onAction: () => setAsking('change') },
                  { id: 'replace', title: t('replace'), onAction: replace },
                  ...(hasImages
                    ? [
                        {
                          id: 'images',
                          title: t('images.take', {
                            count: header.images,
                            images: i18n.number(header.images),
                          }),
                          onAction: () => void desk.takeImages(cloud),
                        },
                      ]
                    : []),
                  'separator',
                  { id: 'delete', title: t('delete'), danger: true, onAction: () => setAsking('delete') },
                ] as const)
              : []),
          ]}
        />
      </div>
      {state === 'converting' && <Converting cloud={cloud} mayWrite={mayWrite} />}
      {state === 'failed' && <Failed cloud={cloud} mayWrite={mayWrite} />}
      {desk.imagesOf === id && <Images name={name} />}
      <p className="clouds-facts g-muted g-figures">
        <span>
          {pointCount === null
            ? t('points.unknown')
            : t('points', { count: pointCount, points: i18n.number(pointCount) })}
        </span>
        <span>{size(bytes)}</span>
        <span>{crs ?? t('crs.none')}</span>
        {survey && <span>{survey.name}</span>}
        <span title={createdBy}>{i18n.date(createdAt, { dateStyle: 'medium' })}</span>
      </p>
      {asking === 'change' && <ChangeDialog cloud={cloud} onClose={() => setAsking(undefined)} />}
      {asking === 'photos' && (
        <PhotosDialog cloud={cloud} mayWrite={mayWrite} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'links' && <LinksDialog cloud={cloud} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && <DeleteDialog cloud={cloud} onClose={() => setAsking(undefined)} />}
    </li>
  );
});

/** The pictures that are taken out of its file, or were. */
const Images = observer(function Images({ name }: { name: string }) {
  const t = useTranslate('clouds');
  const { images, taken } = useService(CLOUD_DESK);
  return (
    <UploadBox desk={images} working={() => t('images.taking', { name })}>
      {taken && (
        <p role="status">
          {[
            t('images.panoramas', { count: taken.panoramas }),
            t('images.photos', { count: taken.photos }),
            ...(taken.before > 0 ? [t('images.before', { count: taken.before })] : []),
            ...(taken.left > 0 ? [t('images.left', { count: taken.left })] : []),
          ].join(' ')}
        </p>
      )}
    </UploadBox>
  );
});

const Converting = observer(function Converting({
  cloud,
  mayWrite,
}: {
  cloud: Pointcloud;
  mayWrite: boolean;
}) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const toasts = useService(TOASTS);
  const stop = () => desk.stop(cloud).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <div className="clouds-transfer">
      <ProgressBar label={t('state.converting')} value={desk.progress.get(cloud.jobId ?? '')} />
      {mayWrite && (
        <Button size="s" variant="quiet" onPress={() => void stop()}>
          {t('converting.stop')}
        </Button>
      )}
    </div>
  );
});

function Failed({ cloud, mayWrite }: { cloud: Pointcloud; mayWrite: boolean }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const toasts = useService(TOASTS);
  const retry = () =>
    desk.retry(cloud).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <>
      {cloud.error !== null && <p className="g-error">{cloud.error}</p>}
      {mayWrite && (
        <Button size="s" onPress={() => void retry()}>
          {t('retry')}
        </Button>
      )}
    </>
  );
}
