import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { project, unitOfCrs } from '#core/geodesy';
import { AppError } from '#core/kernel';
import { PROJECTS } from '#core/project';
import {
  Button,
  Disclosure,
  Icon,
  saveFile,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { sectionOf, type SectionSpot } from '../model/section.ts';
import type { Surface } from '../model/surface-desk.ts';
import { useAttempt } from './useAttempt.ts';

const [WIDTH, HEIGHT] = [300, 120];

/** The surface along the selected line. */
export const SectionPart = observer(function SectionPart({ surface }: { surface: Surface }) {
  const t = useTranslate('surfaces');
  const selection = useService(SELECTION);
  const projects = useService(PROJECTS);
  const ids = useObservable(selection.ids$, selection.ids);
  const [spots, setSpots] = useState<readonly SectionSpot[]>();
  const { attempt } = useAttempt();
  const compute = () =>
    attempt(async () => {
      const location = projects.current?.document.get(ids[0]!)?.location;
      if (location?.type !== 'LineString') throw new AppError('surfaces.no-line', '');
      const { metres } = unitOfCrs(surface.crs);
      const line = location.coordinates.map(([longitude, latitude]): [number, number] => {
        const [east, north] = project(surface.crs, [longitude, latitude]);
        return [east * metres, north * metres];
      });
      const section = sectionOf(surface.tin, line);
      if (section.length === 0) throw new AppError('surfaces.no-section', '');
      setSpots(section);
    });
  return (
    <Disclosure title={t('section')}>
      <div className="surfaces">
        <p className="g-muted">{t('section.help')}</p>
        <Button size="s" isDisabled={ids.length !== 1} onPress={() => void compute()}>
          {t('section.compute')}
        </Button>
        {spots && <Drawn spots={spots} name={surface.name} />}
      </div>
    </Disclosure>
  );
});

function Drawn({ spots, name }: { spots: readonly SectionSpot[]; name: string }) {
  const t = useTranslate('surfaces');
  const i18n = useI18n();
  const [start, end] = [spots[0]!.along, spots.at(-1)!.along];
  const heights = spots.map(({ height }) => height);
  const [low, high] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
  const x = (along: number) => ((along - start) / (end - start || 1)) * WIDTH;
  const y = (height: number) => HEIGHT - ((height - low) / (high - low || 1)) * HEIGHT;
  const n = (value: number) => i18n.number(value, { maximumFractionDigits: 3 });
  const csv = () =>
    `\uFEFFalong,height\r\n${spots.map(({ along, height }) => `${along.toFixed(4)},${height.toFixed(4)}\r\n`).join('')}`;
  const facts = t('section.result', { start: n(start), end: n(end), low: n(low), high: n(high) });
  return (
    <>
      <svg className="surfaces-section" viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`} role="img" aria-label={facts}>
        <polyline points={spots.map(({ along, height }) => `${x(along)},${y(height)}`).join(' ')} />
      </svg>
      <small className="g-muted">{facts}</small>
      <Button
        size="s"
        icon={<Icon name="download" />}
        onPress={() => saveFile(new Blob([csv()]), `${name} – ${t('section')}.csv`)}
      >
        CSV
      </Button>
    </>
  );
}
