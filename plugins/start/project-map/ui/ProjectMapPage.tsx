import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  Link,
  SearchField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { NearDrawing } from '../model/near-shape.ts';
import { ProjectMap } from '../model/project-map.ts';
import { NearPanel } from './NearPanel.tsx';
import { ProjectRows } from './ProjectRows.tsx';
import { ProjectsOnMap } from './ProjectsOnMap.tsx';
import './project-map.css';

/** `/projectMap` */
export default observer(function ProjectMapPage() {
  const t = useTranslate('project-map');
  const i18n = useI18n();
  const api = useService(API);
  const [projects] = useState(() => new ProjectMap(api));
  const [drawing] = useState(() => new NearDrawing((geometry) => void projects.findNear([geometry])));
  useEffect(() => void projects.load(), [projects]);
  const { state, total, found } = projects;
  const all = projects.projects.length;
  return (
    <div className="project-map">
      <section className="project-map-side" aria-label={t('list')}>
        <h1>{t('title')}</h1>
        {state === 'failed' && <ErrorPanel error={projects.error} onRetry={() => void projects.load()} />}
        {state === 'ready' && all === 0 && (
          <EmptyState
            icon={<Icon name="folder-open" />}
            title={t('none')}
            action={<Link href="/projectList">{t('none.action')}</Link>}
          />
        )}
        {all > 0 && (
          <>
            <SearchField label={t('search')} value={projects.search} onChange={projects.setSearch} />
            <NearPanel projects={projects} drawing={drawing} />
            <p className="project-map-count g-muted" role="status">
              {t('count', { count: found.length, found: i18n.number(found.length), all: i18n.number(all) })}
              {total > all && ` ${t('count.more', { all: i18n.number(all), total: i18n.number(total) })}`}
              {!projects.near && <span>{t('distance.middle')}</span>}
              {projects.only && (
                <Button size="s" variant="quiet" onPress={() => projects.showOnly(undefined)}>
                  {t('only.all')}
                </Button>
              )}
            </p>
          </>
        )}
        {state !== 'failed' && (all > 0 || state === 'loading') && <ProjectRows projects={projects} />}
      </section>
      <ProjectsOnMap projects={projects} drawing={drawing} />
    </div>
  );
});
