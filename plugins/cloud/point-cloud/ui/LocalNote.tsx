import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { Button, Link, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';

/** On a view in local coordinates: that it is one, and the ways out of it. */
export function LocalNote() {
  const t = useTranslate('point-cloud');
  const panels = useService(PANELS);
  const { me } = useService(SESSION);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return (
    <div className="cloud-local" data-keep-clear role="note">
      <span>{t('local')}</span>
      {grants(me?.authorizations ?? [], 'pointcloud.write') && (
        <Button size="s" onPress={() => panels.open('placement.panel')}>
          {t('nothing.unplaced.place')}
        </Button>
      )}
      {project && <Link href={`/draw/${project.project.id}/cloud`}>{t('local.all')}</Link>}
    </div>
  );
}
