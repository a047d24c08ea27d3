import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { PhotoRow } from '#core/protocol';
import { PROJECTS } from '#core/project';
import {
  Button,
  DateField,
  Disclosure,
  EmptyState,
  ErrorPanel,
  Gallery,
  Icon,
  Select,
  Skeleton,
  Switch,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { PHOTO_LAYER } from '../model/photo-layer.ts';
import { OPENED_FILE } from '../model/opened-file.ts';
import { PHOTO_LIST } from '../model/photo-list.ts';
import { AimingHint } from './AimingHint.tsx';
import { PhotoRows } from './PhotoRows.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import './documents.css';

const ANYBODY = '';

/** The photos of the open project: on the map, in a gallery, and those of one place from above and from the side. */
export default observer(function PhotosPanel() {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const list = useService(PHOTO_LIST);
  const layer = useService(PHOTO_LAYER);
  const opened = useService(OPENED_FILE);
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const project = useObservable(projects.current$, projects.current);
  const ids = useObservable(selection.ids$, selection.ids);
  const projectId = project?.project.id;
  const only = ids.length === 1 ? ids[0] : undefined;
  useEffect(() => {
    if (projectId !== undefined) void list.open(projectId);
  }, [list, projectId]);
  useEffect(() => {
    if (only === undefined) list.forgetPlace();
    else if (projectId !== undefined) void list.find({ geometryId: only });
  }, [list, only, projectId]);
  if (projectId === undefined) return null;
  const { state, shown, all, total, filter, surveys } = list;
  const open = (photo: PhotoRow) =>
    opened.open(
      photo.id,
      projectId,
      shown.map(({ id }) => id),
    );
  return (
    <div className="doc-panel doc-photos">
      <AimingHint />
      {list.error !== undefined && (
        <ErrorPanel
          title={t('photos.failed')}
          error={new Error(list.error)}
          onRetry={() => void list.reload()}
        />
      )}
      {state === 'loading' && list.error === undefined && <Skeleton height={120} />}
      {state === 'ready' && all.length === 0 && (
        <EmptyState icon={<Icon name="camera" />} title={t('photos.empty')}>
          {t('photos.empty.help')}
        </EmptyState>
      )}
      {all.length > 0 && (
        <>
          <div className="doc-buttons">
            <Switch isSelected={list.isOnMap} onChange={(isOnMap) => list.showOnMap(isOnMap)}>
              {t('photos.on-map')}
            </Switch>
            <Button size="s" icon={<Icon name="extent" />} onPress={() => layer.fly(shown)}>
              {t('photos.fly')}
            </Button>
            <Button size="s" onPress={() => layer.choosePlace()}>
              {t('rows.choose')}
            </Button>
          </div>
          <Disclosure title={t('photos.filter')}>
            <div className="doc-form">
              <DateField
                label={t('photos.from')}
                value={filter.from || null}
                onChange={(from) => list.narrow({ from: from ?? '' })}
              />
              <DateField
                label={t('photos.to')}
                value={filter.to || null}
                onChange={(to) => list.narrow({ to: to ?? '' })}
              />
              <Select
                label={t('photos.by')}
                options={[ANYBODY, ...list.people].map((by) => ({
                  value: by,
                  title: by || t('photos.anybody'),
                }))}
                value={filter.by}
                onChange={(by) => list.narrow({ by })}
              />
              {surveys.size > 0 && (
                <Select
                  label={t('photos.survey')}
                  options={[
                    { value: ANYBODY, title: t('photos.any-survey') },
                    ...[...surveys].map(([value, title]) => ({ value, title })),
                  ]}
                  value={filter.surveyId}
                  onChange={(surveyId) => list.narrow({ surveyId })}
                />
              )}
            </div>
          </Disclosure>
          <PhotoRows />
          <p className="g-muted g-figures">
            {t('photos.count', {
              count: shown.length,
              shown: i18n.number(shown.length),
              total: i18n.number(total),
            })}
            {list.unplaced > 0 && ` ${t('photos.unplaced', { count: list.unplaced })}`}
          </p>
          {total > all.length && (
            <p className="doc-note">{t('photos.cut', { count: all.length, total: i18n.number(total) })}</p>
          )}
          <div className="doc-gallery">
            <Gallery
              label={t('photos')}
              items={shown}
              itemId={({ id }) => id}
              itemText={({ name }) => name}
              onOpen={open}
            >
              {({ id, version, name }) => (
                <figure className="doc-photo">
                  <Thumbnail id={id} version={version} icon="image" />
                  <figcaption>{name}</figcaption>
                </figure>
              )}
            </Gallery>
          </div>
        </>
      )}
    </div>
  );
});
