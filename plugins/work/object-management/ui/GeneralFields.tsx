import { API } from '#core/api';
import { GEOMETRY_TYPES, listProjects, type GeometryType } from '#core/protocol';
import { Icon, PickMany, RadioGroup, Select, TextField, useService, useTranslate } from '#core/react';
import type { GeneralDraft } from '../model/general-draft.ts';

interface GeneralFieldsProps {
  draft: GeneralDraft;
  onChange: (change: Partial<GeneralDraft>) => void;
  /** Explains the name. */
  nameHelp: string;
  autoFocus?: boolean;
  isReadOnly?: boolean;
}

const ANY = '';
/** Icons of the set that stand for what is surveyed. */
const TYPE_ICONS = [
  'point',
  'line',
  'area',
  'building',
  'home',
  'camera',
  'cloud',
  'compass',
  'coordinates',
  'distance',
  'globe',
  'grid',
  'image',
  'key',
  'layers',
  'lock',
  'map',
  'tools',
  'triangle',
  'warning',
] as const;

/** Name, titles, geometry, icon and projects of an object type. */
export function GeneralFields({ draft, onChange, nameHelp, autoFocus, isReadOnly }: GeneralFieldsProps) {
  const t = useTranslate('object-management');
  const api = useService(API);
  const { name, en, it, geometryType, icon, projects } = draft;
  const find = async (search: string, signal: AbortSignal) => {
    const { data } = await api.call(listProjects, { query: { search, paginate: 50 } }, { signal });
    return data.map(({ id, projectName }) => ({ value: id, title: projectName }));
  };
  return (
    <>
      <TextField
        label={t('name')}
        name="name"
        description={nameHelp}
        value={name}
        onChange={(next) => onChange({ name: next })}
        isRequired
        isReadOnly={isReadOnly}
        maxLength={120}
        autoFocus={autoFocus}
        autoComplete="off"
      />
      <div className="g-form-row">
        <TextField
          label={t('title.en')}
          value={en}
          placeholder={name}
          onChange={(next) => onChange({ en: next })}
          isReadOnly={isReadOnly}
          maxLength={200}
        />
        <TextField
          label={t('title.it')}
          value={it}
          placeholder={name}
          onChange={(next) => onChange({ it: next })}
          isReadOnly={isReadOnly}
          maxLength={200}
        />
      </div>
      <div className="g-form-row">
        <Select
          label={t('geometry')}
          options={[
            { value: ANY, title: t('geometry.any') },
            ...GEOMETRY_TYPES.map((value) => ({ value, title: t(`geometry.${value}`) })),
          ]}
          value={geometryType ?? ANY}
          onChange={(value) => onChange({ geometryType: value === ANY ? null : (value as GeometryType) })}
          isDisabled={isReadOnly}
        />
        <Select
          label={t('icon')}
          options={[
            { value: ANY, title: t('icon.none') },
            ...TYPE_ICONS.map((value) => ({
              value,
              title: t(`icon.${value}`),
              icon: <Icon name={value} />,
            })),
            // Set by another program.
            ...(icon !== null && !TYPE_ICONS.some((known) => known === icon)
              ? [{ value: icon, title: icon }]
              : []),
          ]}
          value={icon ?? ANY}
          onChange={(value) => onChange({ icon: value === ANY ? null : value })}
          isDisabled={isReadOnly}
        />
      </div>
      <RadioGroup
        label={t('projects')}
        value={projects ? 'some' : 'all'}
        options={(['all', 'some'] as const).map((value) => ({ value, title: t(`projects.${value}`) }))}
        onChange={(value) => onChange({ projects: value === 'all' ? undefined : [] })}
        isDisabled={isReadOnly}
      />
      {projects && !isReadOnly && (
        <PickMany
          label={t('projects.pick')}
          description={t('projects.help')}
          find={find}
          chosen={projects}
          onChange={(next) => onChange({ projects: next })}
        />
      )}
    </>
  );
}
