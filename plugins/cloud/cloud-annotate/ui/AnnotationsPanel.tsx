import { observer } from 'mobx-react-lite';
import { grants, type CloudAnnotation } from '#core/protocol';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  SearchField,
  Select,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { CLOUD_ANNOTATIONS } from '../model/annotations.ts';
import { AnnotationForm } from './AnnotationForm.tsx';
import { AnnotationRow } from './AnnotationRow.tsx';
import './annotations.css';

const ALL = '';
/** Zoom from which a place is looked at that has no camera. */
const NEAR = 21;

/** The annotations of the clouds in view: looked for, gone to, written and deleted. */
const AnnotationsPanel = observer(function AnnotationsPanel() {
  const t = useTranslate('cloud-annotate');
  const annotations = useService(CLOUD_ANNOTATIONS);
  const session = useService(SESSION);
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  const mayWrite = grants(session.me?.authorizations ?? [], 'pointcloud.write');
  const { list, error, draft, found, categories } = annotations;
  const go = ({ id, position, camera }: CloudAnnotation) => {
    annotations.choose(id);
    if (!view) return;
    if (!camera) return view.fly(position, { zoom: Math.max(NEAR, view.camera.zoom) });
    const { longitude, latitude, zoom, heading, tilt } = camera;
    const turned = { ...(heading === undefined ? {} : { heading }), ...(tilt === undefined ? {} : { tilt }) };
    view.fly([longitude, latitude, position[2]], { zoom, ...turned });
  };
  if (error !== undefined)
    return <ErrorPanel title={t('failed')} error={error} onRetry={() => void annotations.read()} />;
  if (!list) return <Skeleton lines={3} />;
  if (draft) return <AnnotationForm key={draft.of?.id ?? draft.position.join()} draft={draft} view={view} />;
  return (
    <div className="can-panel">
      {list.length === 0 ? (
        <EmptyState icon={<Icon name="tag" size={20} />} title={t('none')}>
          {t(mayWrite ? 'none.help' : 'none.reader')}
        </EmptyState>
      ) : (
        <>
          <SearchField
            label={t('search')}
            value={annotations.search}
            onChange={(text) => annotations.setSearch(text)}
          />
          {categories.length > 0 && (
            <Select
              label={t('category')}
              value={annotations.category ?? ALL}
              options={[
                { value: ALL, title: t('category.all') },
                ...categories.map((category) => ({ value: category, title: category })),
              ]}
              onChange={(category) => annotations.setCategory(category === ALL ? undefined : category)}
            />
          )}
          <p className="g-muted" role="status">
            {t('found', { found: found.length, count: list.length })}
          </p>
          <ul className="can-list" aria-label={t('title')}>
            {found.map((annotation) => (
              <AnnotationRow
                key={annotation.id}
                annotation={annotation}
                isChosen={annotation.id === annotations.chosen}
                onGo={() => go(annotation)}
                onEdit={
                  mayWrite
                    ? () =>
                        annotations.write({
                          cloudId: annotation.pointcloudId,
                          position: annotation.position,
                          of: annotation,
                        })
                    : undefined
                }
                onDelete={mayWrite ? () => void annotations.remove(annotation) : undefined}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
});
export default AnnotationsPanel;
