import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { grants } from '#core/protocol';
import { PROJECTS } from '#core/project';
import { Select, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { SELECTION } from '#plugins/work/selection/api';
import { AimingHint } from './AimingHint.tsx';
import { FileList } from './FileList.tsx';
import './documents.css';

/** The files of the selected object, or of the open project. */
export default observer(function FilesPanel() {
  const t = useTranslate('documents');
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const session = useService(SESSION);
  const project = useObservable(projects.current$, projects.current);
  const ids = useObservable(selection.ids$, selection.ids);
  const me = useObservable(session.me$, session.me);
  const [asked, setAsked] = useState<'object' | 'project'>('object');
  const only = ids.length === 1 ? ids[0] : undefined;
  const of = only === undefined ? 'project' : asked;
  useEffect(() => setAsked('object'), [only]);
  if (!project) return null;
  const mayWrite = grants(me?.authorizations ?? [], 'files.write') && !project.project.archived;
  return (
    <div className="doc-panel">
      <AimingHint />
      {only === undefined ? (
        <p className="g-muted">{t(ids.length > 1 ? 'of.several' : 'of.none')}</p>
      ) : (
        <Select
          label={t('of')}
          hideLabel
          options={[
            { value: 'object', title: t('of.object') },
            { value: 'project', title: t('of.project') },
          ]}
          value={of}
          onChange={(next) => setAsked(next as 'object' | 'project')}
        />
      )}
      <FileList
        projectId={project.project.id}
        geometryId={of === 'object' ? only : undefined}
        mayWrite={mayWrite}
      />
    </div>
  );
});
