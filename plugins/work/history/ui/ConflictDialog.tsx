import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Conflict } from '#core/autosave';
import { shortId } from '#core/kernel';
import type { MapObject } from '#core/document';
import { titleOf } from '#core/fields';
import { PROJECTS, type OpenProject } from '#core/project';
import { Button, Dialog, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { CONFLICTS } from '../model/conflicts.ts';
import type { Aspect } from '../model/differences.ts';
import { clashes, isDisputed, merged, proposed, type Side } from '../model/merge.ts';
import { GeometryPicture } from './GeometryPicture.tsx';
import { useAspects } from './useAspects.ts';
import './history.css';

/** The conflicts of the open project, one at a time: mine, theirs, and the choice for each difference. */
export default observer(function ConflictDialog() {
  const projects = useService(PROJECTS);
  const { isOpen } = useService(CONFLICTS);
  const project = useObservable(projects.current$, projects.current);
  return isOpen && project && <First project={project} />;
});

function First({ project }: { project: OpenProject }) {
  const t = useTranslate('history');
  const dialog = useService(CONFLICTS);
  const { conflicts } = useObservable(project.autosave.state$, project.autosave.state);
  const conflict = conflicts[0];
  if (!conflict)
    return (
      <Dialog
        isOpen
        title={t('conflict.title')}
        onClose={() => dialog.close()}
        size="s"
        footer={
          <Button variant="primary" onPress={() => dialog.close()}>
            {t('conflict.close')}
          </Button>
        }
      >
        <p>{t('conflict.none')}</p>
      </Dialog>
    );
  // A newer version of theirs starts a new choice.
  const key = `${conflict.id} ${conflict.remoteRecord?.version ?? ''}`;
  return <ConflictForm key={key} project={project} conflict={conflict} left={conflicts.length} />;
}

interface ConflictFormProps {
  project: OpenProject;
  conflict: Conflict;
  left: number;
}

function ConflictForm({ project, conflict, left }: ConflictFormProps) {
  const i18n = useI18n();
  const t = useTranslate('history');
  const dialog = useService(CONFLICTS);
  const end = (as: MapObject | undefined) => {
    if (left === 1) dialog.close();
    project.autosave.resolve(conflict.id, as);
  };
  const [choices, setChoices] = useState(() => proposed(conflict));
  const { local, remote } = conflict;
  const isWhole = !local || !remote;
  const all = (side: Side) => setChoices(new Map([...choices.keys()].map((aspect) => [aspect, side])));
  const choose = (aspect: Aspect, side: Side) => setChoices(new Map(choices).set(aspect, side));
  const typeName = (local ?? remote ?? conflict.base)?.typeName ?? '';
  const type = project.types.get(typeName);
  return (
    <Dialog
      isOpen
      size="l"
      title={t('conflict.title')}
      onClose={() => dialog.close()}
      footer={
        isWhole ? (
          <>
            <Button onPress={() => end(remote)}>
              {t(remote ? 'conflict.keep-theirs' : 'conflict.delete-too')}
            </Button>
            <Button variant="primary" onPress={() => end(local)}>
              {t(local ? 'conflict.keep-mine' : 'conflict.delete-anyway')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={() => all('theirs')}>{t('conflict.all-theirs')}</Button>
            <Button onPress={() => all('mine')}>{t('conflict.all-mine')}</Button>
            <Button variant="primary" onPress={() => end(merged(conflict, choices))}>
              {t('conflict.keep')}
            </Button>
          </>
        )
      }
    >
      <p>
        {t('conflict.what', { type: type ? titleOf(type, i18n) : typeName, id: shortId(conflict.id) })}{' '}
        {left > 1 && t('conflict.more', { count: left - 1 })}
      </p>
      {isWhole ? (
        <p>{t(local ? 'conflict.theirs-deleted' : 'conflict.mine-deleted')}</p>
      ) : (
        <Comparison project={project} conflict={conflict} choices={choices} choose={choose} />
      )}
    </Dialog>
  );
}

interface ComparisonProps {
  project: OpenProject;
  conflict: Conflict;
  choices: ReadonlyMap<Aspect, Side>;
  choose: (aspect: Aspect, side: Side) => void;
}

function Comparison({ project, conflict, choices, choose }: ComparisonProps) {
  const t = useTranslate('history');
  const aspects = useAspects(project.types.get(conflict.local?.typeName ?? ''));
  const rows = clashes(conflict);
  const cell = (aspect: Aspect, side: Side, value: unknown) => (
    <td>
      <label className="his-pick">
        <input
          type="radio"
          name={aspect}
          checked={choices.get(aspect) === side}
          onChange={() => choose(aspect, side)}
        />
        <span>{aspects.value(aspect, value)}</span>
      </label>
    </td>
  );
  return (
    <>
      <table className="his-table">
        <thead>
          <tr>
            <th scope="col">{t('conflict.aspect')}</th>
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ aspect, one, other }) => (
            <tr key={aspect} className={isDisputed(conflict, aspect) ? 'his-disputed' : undefined}>
              <th scope="row">
                {aspects.title(aspect)}
                {isDisputed(conflict, aspect) && <div className="g-muted">{t('conflict.disputed')}</div>}
              </th>
              {cell(aspect, 'mine', one)}
              {cell(aspect, 'theirs', other)}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ aspect }) => aspect === 'geometry') && (
        <div className="his-sides">
          <figure>
            <GeometryPicture
              shown={conflict.local?.location}
              other={conflict.remote?.location}
              label={t('conflict.mine')}
            />
            <figcaption>{t('conflict.mine')}</figcaption>
          </figure>
          <figure>
            <GeometryPicture
              shown={conflict.remote?.location}
              other={conflict.local?.location}
              label={t('conflict.theirs')}
            />
            <figcaption>{t('conflict.theirs')}</figcaption>
          </figure>
        </div>
      )}
    </>
  );
}
