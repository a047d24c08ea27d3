import { useMemo } from 'react';
import { of } from 'rxjs';
import { setProperties, type MapObject } from '#core/document';
import { printValue, titleOf } from '#core/fields';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  EmptyState,
  FieldSections,
  Icon,
  Select,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { LAST_VALUES } from '../api.ts';
import { fitsType, setType } from '../edits/set-type.ts';
import { commonFields, looseAttributes } from '../model/common.ts';
import { selectedObjects } from '../model/selected-objects.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { GeometryFacts } from './GeometryFacts.tsx';
import { PartlyLoaded } from './PartlyLoaded.tsx';
import { Relations } from './Relations.tsx';
import { useMayWrite } from './useMayWrite.ts';
import './attributes.css';

const NONE: readonly MapObject[] = [];

/** The attributes of the selection: of one object, or the common ones of several. */
export default function AttributesPanel() {
  const t = useTranslate('attributes');
  const projects = useService(PROJECTS);
  const selection = useService(SELECTION);
  const project = useObservable(projects.current$, projects.current);
  const source = useMemo(
    () => (project ? selectedObjects(project, selection) : of(NONE)),
    [project, selection],
  );
  const objects = useObservable(source, NONE);
  const ids = useObservable(selection.ids$, selection.ids);
  if (project && selection.missing > 0) return <PartlyLoaded project={project} ids={ids} />;
  if (!project || objects.length === 0)
    return (
      <EmptyState icon={<Icon name="attributes" />} title={t('empty.title')}>
        {t('empty.help')}
      </EmptyState>
    );
  return <Selected project={project} objects={objects} />;
}

function Selected({ project, objects }: { project: OpenProject; objects: readonly MapObject[] }) {
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const lastValues = useService(LAST_VALUES);
  const types = useObservable(project.types$, project.types);
  const isReadOnly = !useMayWrite(new Set(objects.map(({ typeName }) => typeName)));
  const [first] = objects as [MapObject];
  const ids = objects.map(({ id }) => id);
  const fields = useMemo(() => commonFields(objects, types), [objects, types]);
  const typeNames = new Set(objects.map(({ typeName }) => typeName));
  const geometryTypes = new Set(objects.map(({ location }) => location.type));
  const only = objects.length === 1 ? first : undefined;
  const loose = only ? looseAttributes(only, types.get(only.typeName)) : [];
  const options = [...types.values()]
    .filter((type) => typeNames.has(type.name) || fitsType(geometryTypes, type))
    .map((type) => ({ value: type.name, title: titleOf(type, i18n) }));

  const give = (name: string, title: string, value: unknown) => {
    project.history.perform(setProperties(ids, { [name]: value }), {
      label: 'attributes:step.set',
      values: { field: title, count: ids.length },
      code: 'attributes.set',
    });
    for (const typeName of typeNames) lastValues.remember(typeName, { [name]: value });
  };
  const changeType = (typeName: string) =>
    project.history.perform(setType(ids, typeName), {
      label: 'attributes:step.type',
      values: { type: typeName, count: ids.length },
      code: 'attributes.type',
    });

  return (
    <div className="att-form">
      {!only && <p>{t('several', { count: objects.length })}</p>}
      {isReadOnly && <p className="g-muted">{t('read-only')}</p>}
      <Select
        label={t('type')}
        options={options}
        value={typeNames.size === 1 ? first.typeName : null}
        placeholder={t('mixed')}
        onChange={changeType}
        isDisabled={isReadOnly}
      />
      <FieldSections
        groups={typeNames.size === 1 ? types.get(first.typeName)?.groups : undefined}
        items={fields}
        fieldOf={({ field }) => field}
        row={({ field, value }) => (
          <FieldEditor
            // A new key for each selection and type: nothing typed is carried over.
            key={`${ids.join()} ${first.typeName} ${field.name}`}
            field={field}
            value={value}
            isReadOnly={isReadOnly}
            of={only && { object: only, project }}
            last={lastValues.of(first.typeName)[field.name]}
            onCommit={(next) => give(field.name, titleOf(field, i18n), next)}
          />
        )}
      />
      {fields.length === 0 && (
        <p className="g-muted">{t(typeNames.size > 1 ? 'no-common-fields' : 'no-fields')}</p>
      )}
      {loose.length > 0 && (
        <section aria-label={t('loose')}>
          <h3>{t('loose')}</h3>
          <dl className="att-facts">
            {loose.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{printValue(value, undefined, i18n)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Relations key={ids.join()} project={project} objects={objects} isReadOnly={isReadOnly} />
      {only && (
        <section aria-label={t('geometry')}>
          <h3>{t('geometry')}</h3>
          <GeometryFacts geometry={only.location} />
        </section>
      )}
    </div>
  );
}
