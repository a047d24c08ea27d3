import { observer } from 'mobx-react-lite';
import { useState, type KeyboardEvent } from 'react';
import type { ObjectType, Style, StyleClasses } from '#core/protocol';
import {
  Disclosure,
  Icon,
  IconButton,
  RadioGroup,
  Select,
  Switch,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { EDITED_STYLE } from '../model/edited-style.ts';
import { symbolOf } from '../model/new-classes.ts';
import { ClassesForm } from './ClassesForm.tsx';
import { ClassRows } from './ClassRows.tsx';
import { FormulaField } from './FormulaField.tsx';
import { LabelsForm } from './LabelsForm.tsx';
import { ScaleFields } from './ScaleFields.tsx';
import { StyleFile } from './StyleFile.tsx';
import { SymbolForm } from './SymbolForm.tsx';
import './fields.css';
import './style.css';

const KINDS = ['single', 'categorized', 'graduated', 'rules'] as const;
type Kind = (typeof KINDS)[number];
const NONE = '';

/** All parts of a style; each change shows on the map at once and can be undone. */
export const StyleEditor = observer(function StyleEditor({
  type,
  projectId,
}: {
  type: ObjectType;
  projectId: string | undefined;
}) {
  const t = useTranslate('object-types');
  const { language } = useI18n();
  const edited = useService(EDITED_STYLE);
  const [problem, setProblem] = useState<string>();
  const style = edited.draft;
  if (!style) return null;
  const { classes, filter } = style;
  const { fields, geometryType } = type;
  const change = (next: Partial<Style>, part: string) => {
    setProblem(undefined);
    edited.change(next, part);
  };
  const setKind = (kind: Kind) => change({ classes: newClasses(kind, style, fields) }, 'kind');
  const setClasses = (next: StyleClasses, part: string) => change({ classes: next }, `classes.${part}`);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isRedo && key !== 'z') return;
    // Here the keys are for the style; the edits of the map have their own.
    event.preventDefault();
    event.stopPropagation();
    if (isRedo) edited.redo();
    else edited.undo();
  };
  const isArea = !geometryType || geometryType.endsWith('Polygon');
  const heights = fields.filter((field) => field.type === 'number' || field.type === 'integer');
  return (
    <div className="types-editor" onKeyDown={onKeyDown}>
      <div className="types-bar">
        <IconButton
          size="s"
          label={t('undo')}
          icon={<Icon name="undo" />}
          isDisabled={!edited.canUndo}
          onPress={() => edited.undo()}
        />
        <IconButton
          size="s"
          label={t('redo')}
          icon={<Icon name="redo" />}
          isDisabled={!edited.canRedo}
          onPress={() => edited.redo()}
        />
      </div>
      {problem !== undefined && (
        <p className="g-error" role="alert">
          {problem}
        </p>
      )}
      <RadioGroup
        label={t('kind')}
        value={classes?.kind ?? 'single'}
        onChange={(kind) => setKind(kind as Kind)}
        options={KINDS.map((kind) => ({ value: kind, title: t(`kind.${kind}`) }))}
      />
      {classes && classes.kind !== 'rules' && (
        <ClassesForm
          key={classes.kind}
          style={style}
          classes={classes}
          typeName={type.name}
          fields={fields}
          projectId={projectId}
          onChange={setClasses}
        />
      )}
      {classes && (
        <>
          <ClassRows
            style={style}
            classes={classes}
            geometryType={geometryType}
            onChange={setClasses}
            onProblem={setProblem}
          />
          <Switch
            isSelected={classes.others !== false}
            onChange={(on) => setClasses({ ...classes, others: on ? undefined : false }, 'others')}
            description={t('others.help')}
          >
            {t('others')}
          </Switch>
        </>
      )}
      <Disclosure
        title={t(classes ? 'section.others' : 'section.symbol')}
        isExpanded={classes ? undefined : true}
      >
        <SymbolForm symbol={style} geometryType={geometryType} onChange={change} onProblem={setProblem} />
      </Disclosure>
      <Disclosure title={t('section.labels')}>
        <LabelsForm style={style} fields={fields} onChange={change} />
      </Disclosure>
      <Disclosure title={t('section.layer')}>
        <div className="types-form">
          <FormulaField
            label={t('layer.filter')}
            value={filter ?? ''}
            description={t('layer.filter.help')}
            placeholder="status <> 'old'"
            onChange={(text) => change({ filter: text || undefined }, 'filter')}
          />
          <ScaleFields range={style} onChange={(next, part) => change(next, `layer.${part}`)} />
          {isArea && (
            <Select
              label={t('style.height')}
              value={style.height ?? NONE}
              onChange={(name) => change({ height: name === NONE ? undefined : name }, 'height')}
              options={[
                { value: NONE, title: t('style.height.none') },
                ...heights.map(({ name, title }) => ({ value: name, title: title[language] || name })),
              ]}
            />
          )}
        </div>
      </Disclosure>
      <Disclosure title={t('section.file')}>
        <StyleFile type={type} projectId={projectId} />
      </Disclosure>
    </div>
  );
});

function newClasses(kind: Kind, style: Style, fields: ObjectType['fields']): StyleClasses | undefined {
  switch (kind) {
    case 'single':
      return undefined;
    case 'categorized':
      return { kind, field: fields.find(({ type }) => type === 'choice')?.name ?? '', categories: [] };
    case 'graduated':
      return {
        kind,
        field: fields.find(({ type }) => type === 'number' || type === 'integer')?.name ?? '',
        method: 'jenks',
        ranges: [],
      };
    case 'rules':
      return { kind, rules: [{ symbol: symbolOf(style) }] };
  }
}
