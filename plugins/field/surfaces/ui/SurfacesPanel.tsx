import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { allows } from '#core/access';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  Select,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SURFACES } from '../model/surface-desk.ts';
import { ContoursPart } from './ContoursPart.tsx';
import { FactsPart } from './FactsPart.tsx';
import { MakePart } from './MakePart.tsx';
import { SectionPart } from './SectionPart.tsx';
import { useAttempt } from './useAttempt.ts';
import { VolumesPart } from './VolumesPart.tsx';
import './surfaces.css';

/** The surfaces that the project keeps, and what is computed of them. */
export default observer(function SurfacesPanel() {
  const t = useTranslate('surfaces');
  const desk = useService(SURFACES);
  const projects = useService(PROJECTS);
  const { me } = useService(SESSION);
  const project = useObservable(projects.current$, projects.current);
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const { attempt } = useAttempt();
  const id = project?.project.id;
  useEffect(() => {
    setFailure(undefined);
    desk.load().catch((thrown: unknown) => setFailure(sentenceOf(thrown)));
  }, [desk, id, tries]);
  if (!project) return null;
  const { chosen, surfaces } = desk;
  const mayWrite = me !== undefined && allows(me, { needs: ['geometries.write'] });
  return (
    <div className="surfaces">
      {mayWrite && <MakePart project={project} isFirst={surfaces?.length === 0} />}
      {failure !== undefined && (
        <ErrorPanel title={t('failed')} error={failure} onRetry={() => setTries(tries + 1)} />
      )}
      {!surfaces && failure === undefined && <Skeleton lines={2} />}
      {surfaces?.length === 0 && (
        <EmptyState icon={<Icon name="polygon" />} title={t('empty')}>
          {t(mayWrite ? 'empty.help' : 'empty.read')}
        </EmptyState>
      )}
      {surfaces && surfaces.length > 0 && (
        <Select
          label={t('surface')}
          placeholder={t('surface.choose')}
          options={surfaces.map((one) => ({ value: one.id, title: one.name }))}
          value={chosen?.id ?? null}
          onChange={(value) => void attempt(() => desk.choose(surfaces.find((one) => one.id === value)))}
        />
      )}
      {chosen && (
        <>
          <FactsPart key={`facts ${chosen.id}`} surface={chosen} mayWrite={mayWrite} />
          <ContoursPart key={`contours ${chosen.id}`} mayWrite={mayWrite} />
          <VolumesPart key={`volumes ${chosen.id}`} surface={chosen} />
          <SectionPart key={`section ${chosen.id}`} surface={chosen} />
        </>
      )}
    </div>
  );
});
