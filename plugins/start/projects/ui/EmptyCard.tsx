import { useState } from 'react';
import type { Contribution } from '#core/plugin';
import type { OpenProject } from '#core/project';
import { grants } from '#core/protocol';
import {
  Button,
  Contributed,
  Icon,
  IconButton,
  useContributions,
  useObservable,
  useRunCommand,
  useService,
  useTextsOf,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import type { ProjectDialogProps } from '../api.ts';
import './empty-card.css';

const IMPORT = 'import.open';
const TOUR = 'tour.start';

/** Says what fills a project: drawing, importing, and what plugins offer for a new one. */
export default function EmptyCard({ open, onClose }: { open: OpenProject; onClose: () => void }) {
  const t = useTranslate('projects');
  const session = useService(SESSION);
  const held = useObservable(session.me$, session.me)?.authorizations ?? [];
  const run = useRunCommand();
  const commands = useContributions('commands');
  const has = (command: string) => commands.some(({ id }) => id === command);
  const actions = useContributions('projectActions').filter(({ onNew, dialog }) => onNew && dialog);
  useTextsOf(actions);
  const [shown, setShown] = useState<Contribution<'projectActions'>>();
  const mayDraw = grants(held, 'geometries.write');
  return (
    <section className="projects-empty" aria-label={t('empty-project')}>
      <header>
        <h2>{t('empty-project')}</h2>
        <IconButton
          size="s"
          label={t('empty-project.close')}
          icon={<Icon name="close" />}
          onPress={onClose}
        />
      </header>
      <p className="g-muted">{t(mayDraw ? 'empty-project.draw' : 'empty-project.read')}</p>
      {mayDraw && (
        <div className="projects-empty-actions">
          {has(IMPORT) && (
            <Button size="s" icon={<Icon name="import" />} onPress={() => void run(IMPORT)}>
              {t('empty-project.import')}
            </Button>
          )}
          {actions.map((action) => (
            <Button
              key={action.id}
              size="s"
              icon={<Icon name={action.icon} />}
              onPress={() => setShown(action)}
            >
              {t(`${action.plugin}:${action.onNew}`)}
            </Button>
          ))}
        </div>
      )}
      {has(TOUR) && (
        <Button size="s" variant="quiet" icon={<Icon name="compass" />} onPress={() => void run(TOUR)}>
          {t('empty-project.tour')}
        </Button>
      )}
      {shown?.dialog !== undefined && (
        <Contributed
          contribution={{ plugin: shown.plugin, render: shown.dialog }}
          props={{ project: open.project, onClose: () => setShown(undefined) } satisfies ProjectDialogProps}
        />
      )}
    </section>
  );
}
