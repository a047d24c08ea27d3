import { useState } from 'react';
import { MAX_DRAWN_TRIANGLES, type ProjectSurface } from '#core/protocol';
import { AlertDialog, Button, Icon, saveFile, useI18n, useService, useTranslate } from '#core/react';
import { SURFACES } from '../model/surface-desk.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { useAttempt } from './useAttempt.ts';

/** What a surface is of, what was wrong with its points, its file, name and end. */
export function FactsPart({ surface, mayWrite }: { surface: ProjectSurface; mayWrite: boolean }) {
  const t = useTranslate('surfaces');
  const i18n = useI18n();
  const desk = useService(SURFACES);
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const { attempt, isBusy } = useAttempt();
  const { twice, crossing, flat, gaps, geoid, name, crs, triangles } = surface;
  const n = (value: number, digits = 2) => i18n.number(value, { maximumFractionDigits: digits });
  const problems = [
    twice > 0 && t('problem.twice', { count: twice }),
    crossing > 0 && t('problem.crossing', { count: crossing }),
    flat > 0 && t('problem.flat', { count: flat }),
    gaps > 0 && t('problem.gaps', { count: gaps }),
    triangles > MAX_DRAWN_TRIANGLES && t('problem.not-drawn', { most: n(MAX_DRAWN_TRIANGLES) }),
  ].filter((problem) => problem !== false);
  const made = t('made', {
    by: surface.createdBy ?? t('made.nobody'),
    at: i18n.date(surface.createdAt, { dateStyle: 'medium' }),
    types: surface.typeNames.join(', '),
    objects: n(surface.objects),
  });
  const close = () => setAsked(undefined);
  const save = () => attempt(async () => saveFile(await desk.file(surface), `${name}.xml`));
  return (
    <>
      <p>
        {t('facts', {
          points: n(surface.vertices),
          triangles: n(triangles),
          plan: n(surface.plan),
          slope: n(surface.slope),
          low: n(surface.low, 3),
          high: n(surface.high, 3),
        })}
        {` ${t('geoid', { geoid, crs })}`}
      </p>
      <p className="g-muted">{made}</p>
      {problems.map((problem) => (
        <p key={problem} className="g-warning">
          <Icon name="warning" size={16} /> {problem}
        </p>
      ))}
      <div className="surfaces-actions">
        <Button size="s" icon={<Icon name="download" />} isDisabled={isBusy} onPress={() => void save()}>
          LandXML
        </Button>
        {mayWrite && (
          <>
            <Button size="s" icon={<Icon name="edit" />} onPress={() => setAsked('rename')}>
              {t('rename')}
            </Button>
            <Button size="s" icon={<Icon name="trash" />} onPress={() => setAsked('delete')}>
              {t('delete')}
            </Button>
          </>
        )}
      </div>
      {asked === 'rename' && (
        <RenameDialog
          before={name}
          onClose={close}
          onName={(next) => attempt(() => desk.rename(surface, next))}
        />
      )}
      <AlertDialog
        title={t('delete.title')}
        isOpen={asked === 'delete'}
        action={t('delete')}
        variant="danger"
        onClose={close}
        onAction={async () => {
          await attempt(() => desk.remove(surface));
          close();
        }}
      >
        {t('delete.help', { name })}
      </AlertDialog>
    </>
  );
}
