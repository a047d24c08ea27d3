import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { grants, type ProjectEntry } from '#core/protocol';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorPanel,
  Icon,
  Select,
  Skeleton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { PROJECT_HISTORY } from '../model/project-history.ts';
import { PersonAndDays } from './PersonAndDays.tsx';
import { ProjectEntryRow } from './ProjectEntryRow.tsx';
import { ProspectOnMap } from './ProspectOnMap.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import './history.css';

/** All changes of the project, newest first; each entry can be restored. */
export default observer(function ProjectHistoryDialog() {
  const { isOpen, prospect } = useService(PROJECT_HISTORY);
  if (!isOpen) return null;
  // One dialog at a time: of two that open together, the upper one may be inert.
  if (!prospect) return <Moments />;
  return prospect.onMap ? <ProspectOnMap prospect={prospect} /> : <RestoreDialog prospect={prospect} />;
});

const Moments = observer(function Moments() {
  const t = useTranslate('history');
  const model = useService(PROJECT_HISTORY);
  const { entries, error, isLoading, more } = model;
  return (
    <Dialog isOpen size="l" title={t('project.title')} onClose={() => model.close()}>
      <Filters />
      <UndoPlugin />
      {error !== undefined && <ErrorPanel error={error} onRetry={() => void model.reload()} />}
      {error === undefined && isLoading && entries.length === 0 && <Skeleton height={120} />}
      {error === undefined && !isLoading && entries.length === 0 && (
        <EmptyState icon={<Icon name="history" />} title={t('project.empty')}>
          {t('project.empty.text')}
        </EmptyState>
      )}
      <ol className="his-transactions">
        {entries.map((entry: ProjectEntry, i) => (
          <ProjectEntryRow key={entry.id} entry={entry} isNewest={i === 0} />
        ))}
      </ol>
      {more && (
        <Button isPending={isLoading} onPress={() => void model.older()}>
          {t('project.older')}
        </Button>
      )}
    </Dialog>
  );
});

const Filters = observer(function Filters() {
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(PROJECT_HISTORY);
  const types = useService(PROJECTS).current?.types;
  return (
    <PersonAndDays value={model.narrowing} people={model.people} onChange={(next) => void model.narrow(next)}>
      <Select
        label={t('aspect.type')}
        value={model.narrowing.typeName}
        onChange={(next) => void model.narrow({ typeName: next })}
        options={[
          { value: '', title: t('project.all-types') },
          ...[...(types?.values() ?? [])].map(({ name, title }) => ({
            value: name,
            title: title[i18n.language] || name,
          })),
        ]}
      />
      {model.plugins.length > 0 && (
        <Select
          label={t('project.plugin')}
          value={model.narrowing.plugin}
          onChange={(plugin) => void model.narrow({ plugin })}
          options={[
            { value: '', title: t('project.any-plugin') },
            ...pluginOptions(model.plugins).map((plugin) => ({ value: plugin, title: plugin })),
          ]}
        />
      )}
    </PersonAndDays>
  );
});

/** Each plugin, and where it had several versions also each of them. */
function pluginOptions(labels: readonly string[]): string[] {
  const names = [...new Set(labels.map((label) => label.replace(/@.*/, '')))];
  return names.flatMap((name) => {
    const versions = labels.filter((label) => label.startsWith(`${name}@`));
    return versions.length > 1 ? [name, ...versions] : [name];
  });
}

/** Undoes all that the chosen plugin did in the project, after a preview. */
const UndoPlugin = observer(function UndoPlugin() {
  const t = useTranslate('history');
  const model = useService(PROJECT_HISTORY);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const toasts = useService(TOASTS);
  const [isLooking, setLooking] = useState(false);
  const { plugin } = model.narrowing;
  if (plugin === '' || me === undefined || !grants(me.authorizations, 'geometries.restore')) return null;
  const consider = async () => {
    setLooking(true);
    await model
      .considerPlugin(plugin)
      .catch((thrown: unknown) => toasts.show('error', sentenceOf(thrown)))
      .finally(() => setLooking(false));
  };
  return (
    <p>
      <Button icon={<Icon name="undo" />} isPending={isLooking} onPress={() => void consider()}>
        {t('undo-plugin', { plugin })}
      </Button>
    </p>
  );
});
