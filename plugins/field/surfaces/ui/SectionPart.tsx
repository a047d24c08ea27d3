import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AppError } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { ProjectSurface, SurfaceSection } from '#core/protocol';
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
import { SURFACES } from '../model/surface-desk.ts';
import { useAttempt } from './useAttempt.ts';

const [WIDTH, HEIGHT] = [300, 120];

/** The surface along the selected line. */
export const SectionPart = observer(function SectionPart({ surface }: { surface: ProjectSurface }) {
  const t = useTranslate('surfaces');
  const desk = useService(SURFACES);
  const selection = useService(SELECTION);
  const projects = useService(PROJECTS);
  const ids = useObservable(selection.ids$, selection.ids);
  const [pieces, setPieces] = useState<SurfaceSection>();
  const { attempt, isBusy } = useAttempt();
  const compute = () =>
    attempt(async () => {
      const object = projects.current?.document.get(ids[0]!);
      if (!object) throw new AppError('surfaces.unloaded', t('fault.unloaded'));
      const { location } = object;
      if (location.type !== 'LineString') throw new AppError('surfaces.no-line', t('fault.no-line'));
      const section = await desk.section(surface, location.coordinates);
      if (section.length === 0) throw new AppError('surfaces.no-section', t('fault.no-section'));
      setPieces(section);
    });
  return (
    <Disclosure title={t('section')}>
      <div className="surfaces">
        <p className="g-muted">{t('section.help')}</p>
        <Button size="s" isDisabled={ids.length !== 1 || isBusy} onPress={() => void compute()}>
          {t('section.compute')}
        </Button>
        {pieces && <Drawn pieces={pieces} name={surface.name} />}
      </div>
    </Disclosure>
  );
});

function Drawn({ pieces, name }: { pieces: SurfaceSection; name: string }) {
  const t = useTranslate('surfaces');
  const i18n = useI18n();
  const spots = pieces.flat();
  const [start, end] = [spots[0]!.along, spots.at(-1)!.along];
  const heights = spots.map(({ height }) => height);
  const [low, high] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
  const x = (along: number) => ((along - start) / (end - start || 1)) * WIDTH;
  const y = (height: number) => HEIGHT - ((height - low) / (high - low || 1)) * HEIGHT;
  const n = (value: number) => i18n.number(value, { maximumFractionDigits: 3 });
  const csv = () =>
    `\uFEFFpiece,along,height\r\n${pieces
      .flatMap((piece, i) =>
        piece.map(({ along, height }) => `${i + 1},${along.toFixed(4)},${height.toFixed(4)}\r\n`),
      )
      .join('')}`;
  const facts = t('section.result', { start: n(start), end: n(end), low: n(low), high: n(high) });
  return (
    <>
      <svg className="surfaces-section" viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`} role="img" aria-label={facts}>
        {pieces.map((piece) => (
          <polyline
            key={piece[0]!.along}
            points={piece.map(({ along, height }) => `${x(along)},${y(height)}`).join(' ')}
          />
        ))}
      </svg>
      <small className="g-muted">
        {[facts, ...(pieces.length > 1 ? [t('section.pieces', { count: pieces.length })] : [])].join('. ')}
      </small>
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
