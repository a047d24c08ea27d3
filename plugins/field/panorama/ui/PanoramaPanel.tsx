import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { PROJECTS } from '#core/project';
import { Disclosure, useObservable, useService, useTranslate } from '#core/react';
import { allows } from '#core/access';
import { SESSION } from '#core/session';
import { TOOLS } from '#core/tools';
import { PROJECT_PANORAMAS } from '../model/stage.ts';
import { AroundPart } from './AroundPart.tsx';
import { BlurringPart } from './BlurringPart.tsx';
import { MarksPart } from './MarksPart.tsx';
import { Measurements } from './Measurements.tsx';
import { PoseForm } from './PoseForm.tsx';
import './panorama.css';

/** What is measured, and how the panorama stands. */
export default observer(function PanoramaPanel() {
  const t = useTranslate('panorama');
  const stage = useService(PROJECT_PANORAMAS);
  const projects = useService(PROJECTS);
  const session = useService(SESSION);
  const place = useObservable(stage.current$, stage.current);
  const project = useObservable(projects.current$, projects.current);
  if (!place || !project) return <p className="g-muted">{t('none')}</p>;
  const mayWrite = session.me != null && allows(session.me, { needs: ['files.write'] });
  return (
    <div className="panorama-panel">
      <Measurements project={project} />
      <Disclosure title={t('around.title')}>
        <AroundPart place={place} />
      </Disclosure>
      <Disclosure title={t('pose.title')}>
        <PoseForm key={place.id} id={place.id} mayWrite={mayWrite} />
      </Disclosure>
      <ToolPart tool="panorama.mark" title={t('marks.title')}>
        <MarksPart place={place} mayWrite={mayWrite} />
      </ToolPart>
      {mayWrite && (
        <ToolPart tool="panorama.blur" title={t('blur.title')}>
          <BlurringPart place={place} />
        </ToolPart>
      )}
    </div>
  );
});

/** A section that opens when its tool is taken: what the tool makes is saved there. */
function ToolPart({ tool, title, children }: { tool: string; title: string; children: ReactNode }) {
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  const isTaken = active?.id === tool;
  const [isOpen, setOpen] = useState(isTaken);
  const [wasTaken, setTaken] = useState(isTaken);
  if (isTaken !== wasTaken) {
    setTaken(isTaken);
    if (isTaken) setOpen(true);
  }
  return (
    <Disclosure title={title} isExpanded={isOpen} onExpandedChange={setOpen}>
      {children}
    </Disclosure>
  );
}
