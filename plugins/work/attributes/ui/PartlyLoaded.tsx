import { titleOf } from '#core/fields';
import type { OpenProject } from '#core/project';
import { FieldSections, Select, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION, SERVER_CHANGES } from '#plugins/work/selection/api';
import { unknownFields } from '../model/common.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { useMayWrite } from './useMayWrite.ts';

interface PartlyLoadedProps {
  project: OpenProject;
  ids: readonly string[];
}

/** The common attributes of many objects that are not all loaded: their values are not known, but can be set. */
export function PartlyLoaded({ project, ids }: PartlyLoadedProps) {
  const t = useTranslate('attributes');
  const i18n = useI18n();
  const selection = useService(SELECTION);
  const changes = useService(SERVER_CHANGES);
  const types = useObservable(project.types$, project.types);
  const typeNames = new Set(ids.flatMap((id) => selection.typeOf(id) ?? []));
  const isReadOnly = !useMayWrite(typeNames);
  const [first] = typeNames;
  const fields = unknownFields(typeNames, types);
  const accepted = [...typeNames].map((name) => types.get(name)?.geometryType);
  const options = [...types.values()]
    .filter(
      ({ name, geometryType }) =>
        typeNames.has(name) || geometryType === null || accepted.every((each) => each === geometryType),
    )
    .map((type) => ({ value: type.name, title: titleOf(type, i18n) }));
  const count = ids.length;
  const give = (name: string, field: string, value: unknown) =>
    void changes.change(
      { ids, set: { [name]: value ?? null } },
      { label: 'attributes:step.set', values: { field, count }, code: 'attributes.set' },
    );
  const changeType = (typeName: string) =>
    void changes.change(
      { ids, typeName },
      { label: 'attributes:step.type', values: { type: typeName, count }, code: 'attributes.type' },
    );
  return (
    <div className="att-form">
      <p>{t('several', { count })}</p>
      <p className="g-muted">{t('partial')}</p>
      {isReadOnly && <p className="g-muted">{t('read-only')}</p>}
      <Select
        label={t('type')}
        options={options}
        value={typeNames.size === 1 ? first! : null}
        placeholder={t('mixed')}
        onChange={changeType}
        isDisabled={isReadOnly}
      />
      <FieldSections
        groups={typeNames.size === 1 ? types.get(first!)?.groups : undefined}
        items={fields}
        fieldOf={({ field }) => field}
        row={({ field, value }) => (
          <FieldEditor
            // A new key for each selection: nothing typed is carried over.
            key={`${ids[0]} ${count} ${field.name}`}
            field={field}
            value={value}
            isReadOnly={isReadOnly}
            last={undefined}
            onCommit={(next) => give(field.name, titleOf(field, i18n), next)}
          />
        )}
      />
      {fields.length === 0 && (
        <p className="g-muted">{t(typeNames.size > 1 ? 'no-common-fields' : 'no-fields')}</p>
      )}
    </div>
  );
}
