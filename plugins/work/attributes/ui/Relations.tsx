import { useState } from 'react';
import { shortId } from '#core/kernel';
import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import { Button, Select, useTranslate } from '#core/react';
import { relate } from '../edits/relate.ts';
import { RelationPicker } from './RelationPicker.tsx';
import { useNames } from './useNames.ts';

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
  if (object.relatesTo.length === 0 && isReadOnly) return null;
  const change = (ids: readonly string[]) => {
    const no = object.relatesTo.filter((id) => !ids.includes(id));
    const to = ids.filter((id) => !object.relatesTo.includes(id));
    const isEnd = no.length > 0;
    project.history.perform(relate([object.id], { to, no }), {
      label: isEnd ? 'attributes:step.unrelate' : 'attributes:step.relate',
      ...(!isEnd && { values: { count: 1 } }),
      code: isEnd ? 'attributes.unrelate' : 'attributes.relate',
    });
  };
  return (
    <section aria-label={t('relations')}>
      <h3>{t('relations')}</h3>
      {object.relatesTo.length === 0 && <p className="g-muted">{t('relations.none')}</p>}
      <RelationPicker
        project={project}
        label={t('relations.add')}
        ids={object.relatesTo}
        except={object.id}
        isReadOnly={isReadOnly}
        onChange={change}
      />
    </section>
  );
}

/** Most selected objects among which one is chosen. */
const MAX_CHOICES = 50;

function RelateTogether({ project, objects }: Omit<RelationsProps, 'isReadOnly'>) {
  const t = useTranslate('attributes');
  const ids = objects.map(({ id }) => id);
  const nameOf = useNames(project, ids);
  const [to, setTo] = useState<string | null>(null);
  if (objects.length > MAX_CHOICES) return null;
  const target = objects.find(({ id }) => id === to);
  return (
    <section aria-label={t('relations')}>
      <h3>{t('relations')}</h3>
      <Select
        label={t('relations.to')}
        options={ids.map((id) => ({ value: id, title: `${nameOf(id)} · ${shortId(id)}` }))}
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
