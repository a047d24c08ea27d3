import { useState } from 'react';
import { extentOf, type MapObject } from '#core/document';
import { objectTitle } from '#core/fields';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { OpenProject } from '#core/project';
import {
  Button,
  Icon,
  IconButton,
  Select,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { relate } from '../edits/relate.ts';

interface RelationsProps {
  project: OpenProject;
  objects: readonly MapObject[];
  isReadOnly: boolean;
}

/** The objects that one object relates to; several selected ones can be related to one of them. */
export function Relations({ project, objects, isReadOnly }: RelationsProps) {
  const [first, ...others] = objects as [MapObject];
  if (others.length > 0) return isReadOnly ? null : <RelateTogether project={project} objects={objects} />;
  return <RelationsOfOne project={project} object={first} isReadOnly={isReadOnly} />;
}

function RelationsOfOne({
  project,
  object,
  isReadOnly,
}: Omit<RelationsProps, 'objects'> & { object: MapObject }) {
  const t = useTranslate('attributes');
  const nameOf = useNames(project);
  const [selection, views, toasts] = [useService(SELECTION), useService(VIEWS), useService(TOASTS)];
  if (object.relatesTo.length === 0)
    return isReadOnly ? null : (
      <section aria-label={t('relations')}>
        <h3>{t('relations')}</h3>
        <p className="g-muted">{t('relations.none')}</p>
      </section>
    );
  const follow = async (id: string) => {
    try {
      if (!project.document.get(id)) await project.loadObjects([id]);
      const found = project.document.get(id);
      if (!found) return void toasts.show('warning', t('relations.gone'));
      selection.set([id]);
      views.active?.fly(extentOf(found.location));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const end = (id: string) =>
    project.history.perform(relate([object.id], { no: [id] }), {
      label: 'attributes:step.unrelate',
      code: 'attributes.unrelate',
    });
  return (
    <section aria-label={t('relations')}>
      <h3>{t('relations')}</h3>
      <ul className="att-relations">
        {object.relatesTo.map((id) => (
          <li key={id}>
            <Button size="s" icon={<Icon name="locate" />} onPress={() => void follow(id)}>
              {nameOf(id)}
            </Button>
            {!isReadOnly && (
              <IconButton
                size="s"
                label={t('relations.end', { object: nameOf(id) })}
                icon={<Icon name="close" />}
                onPress={() => end(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Most selected objects among which one is chosen. */
const MAX_CHOICES = 50;

function RelateTogether({ project, objects }: Omit<RelationsProps, 'isReadOnly'>) {
  const t = useTranslate('attributes');
  const nameOf = useNames(project);
  const [to, setTo] = useState<string | null>(null);
  if (objects.length > MAX_CHOICES) return null;
  const target = objects.find(({ id }) => id === to);
  const ids = objects.map(({ id }) => id);
  return (
    <section aria-label={t('relations')}>
      <h3>{t('relations')}</h3>
      <Select
        label={t('relations.to')}
        options={ids.map((id) => ({ value: id, title: `${nameOf(id)} · ${id.slice(0, 8)}` }))}
        value={target?.id ?? null}
        placeholder={t('relations.choose')}
        onChange={setTo}
      />
      <Button
        size="s"
        isDisabled={!target}
        onPress={() =>
          project.history.perform(relate(ids, { to: [target!.id] }), {
            label: 'attributes:step.relate',
            values: { count: ids.length - 1 },
            code: 'attributes.relate',
          })
        }
      >
        {t('relations.relate', { count: objects.length - 1 })}
      </Button>
    </section>
  );
}

/** What objects are called; those that are not loaded by their id. */
function useNames(project: OpenProject): (id: string) => string {
  const i18n = useI18n();
  const t = useTranslate('attributes');
  const types = useObservable(project.types$, project.types);
  return (id) => {
    const object = project.document.get(id);
    return object
      ? objectTitle(object, types.get(object.typeName), i18n)
      : t('relations.unloaded', { id: id.slice(0, 8) });
  };
}
