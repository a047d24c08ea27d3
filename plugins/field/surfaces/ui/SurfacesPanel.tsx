import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { PROJECTS } from '#core/project';
import {
  Button,
  EmptyState,
  Icon,
  LengthField,
  Select,
  Switch,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { SURFACES } from '../model/surface-desk.ts';
import { ContoursPart } from './ContoursPart.tsx';
import { FactsPart } from './FactsPart.tsx';
import { SectionPart } from './SectionPart.tsx';
import { useAttempt } from './useAttempt.ts';
import { VolumesPart } from './VolumesPart.tsx';
import './surfaces.css';

/** Surfaces made of the selected objects, and what is computed of them. */
export default observer(function SurfacesPanel() {
  const t = useTranslate('surfaces');
  const desk = useService(SURFACES);
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const toasts = useService(TOASTS);
  const project = useObservable(projects.current$, projects.current);
  const ids = useObservable(selection.ids$, selection.ids);
  const [longest, setLongest] = useState<number>();
  const [hasBorders, setBorders] = useState(true);
  const { attempt, isBusy } = useAttempt();
  if (!project) return null;
  const { crs } = project.project;
  const make = () =>
    attempt(async () => {
      const objects = ids.flatMap((id) => project.document.get(id) ?? []);
      const unloaded = ids.length - objects.length;
      if (unloaded > 0) toasts.show('warning', t('unloaded', { count: unloaded }));
      const name = t('name', { number: desk.surfaces.length + 1 });
      await desk.make(objects, { name, crs, longest, hasBorders });
    });
  const { chosen, surfaces } = desk;
  return (
    <div className="surfaces">
      <p className="g-muted">{t('help')}</p>
      <LengthField label={t('longest')} value={longest} min={0.01} max={100_000} onChange={setLongest} />
      <Switch isSelected={hasBorders} onChange={setBorders}>
        {t('borders')}
      </Switch>
      <Button variant="primary" isDisabled={ids.length === 0 || isBusy} onPress={() => void make()}>
        {t('make', { count: ids.length })}
      </Button>
      {surfaces.length === 0 && (
        <EmptyState icon={<Icon name="polygon" />} title={t('empty')}>
          {t('empty.help')}
        </EmptyState>
      )}
      {surfaces.length > 0 && (
        <Select
          label={t('surface')}
          options={surfaces.map(({ id, name }) => ({ value: id, title: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => desk.choose(surfaces.find((surface) => surface.id === id))}
        />
      )}
      {chosen && (
        <>
          <FactsPart key={`facts ${chosen.id}`} surface={chosen} />
          <ContoursPart key={`contours ${chosen.id}`} />
          <VolumesPart key={`volumes ${chosen.id}`} surface={chosen} />
          <SectionPart key={`section ${chosen.id}`} surface={chosen} />
        </>
      )}
    </div>
  );
});
