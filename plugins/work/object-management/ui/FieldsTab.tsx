import { printValue, titleOf } from '#core/fields';
import type { I18n } from '#core/i18n';
import type { Field, FieldGroup, ObjectType } from '#core/protocol';
import {
  Button,
  EmptyState,
  Icon,
  Table,
  useI18n,
  useService,
  useTranslate,
  type Translate,
} from '#core/react';
import { FIELDS_EDITOR, type TypeSource } from '#plugins/work/object-types/api';

interface FieldsTabProps {
  type: ObjectType;
  source: TypeSource;
}

/** The fields of a type with their rules; a dialog edits them. */
export function FieldsTab({ type, source }: FieldsTabProps) {
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const editor = useService(FIELDS_EDITOR);
  const groupOf = ({ group }: Field) => type.groups?.find(({ name }) => name === group);
  const add = editor.mayEdit && (
    <Button
      variant="primary"
      icon={<Icon name="plus" />}
      onPress={() => editor.open(type, source, { isAdding: true })}
    >
      {t('fields.add')}
    </Button>
  );
  return (
    <div className="objm-section">
      {editor.mayEdit && type.fields.length > 0 && (
        <div className="objm-bar">
          {add}
          <Button icon={<Icon name="edit" />} onPress={() => editor.open(type, source)}>
            {t('fields.edit')}
          </Button>
        </div>
      )}
      <Table
        label={t('tab.fields')}
        rows={type.fields}
        rowId={({ name }) => name}
        rowText={(field) => titleOf(field, i18n)}
        onOpen={editor.mayEdit ? () => editor.open(type, source) : undefined}
        empty={
          <EmptyState icon={<Icon name="attributes" />} title={t('fields.none')} action={add}>
            {t('fields.none.help')}
          </EmptyState>
        }
        columns={[
          { id: 'title', title: t('fields.title'), cell: (field) => titleOf(field, i18n) },
          {
            id: 'name',
            title: t('name'),
            secondary: true,
            cell: ({ name }) => <code className="objm-code">{name}</code>,
          },
          { id: 'type', title: t('fields.type'), cell: ({ type: kind }) => t(`object-types:type.${kind}`) },
          {
            id: 'rules',
            title: t('fields.rules'),
            cell: (field) => rulesOf(field, groupOf(field), i18n, t).join(' · ') || '—',
          },
        ]}
      />
    </div>
  );
}

/** What a value must be, in short sentences. */
function rulesOf(field: Field, group: FieldGroup | undefined, i18n: I18n, t: Translate): string[] {
  const { required, unique, min, max, pattern, choices, computed, default: value } = field;
  const number = (limit: number) => i18n.number(limit, { maximumFractionDigits: 12 });
  const among = choices?.map((choice) => titleOf({ name: choice.value, title: choice.title }, i18n));
  return [
    ...(group ? [t('rule.group', { group: titleOf(group, i18n) })] : []),
    ...(field.when ? [t('rule.when', { condition: field.when })] : []),
    ...(required ? [t('rule.required')] : []),
    ...(unique ? [t('rule.unique')] : []),
    ...(min !== undefined ? [t('rule.min', { min: number(min) })] : []),
    ...(max !== undefined ? [t('rule.max', { max: number(max) })] : []),
    ...(pattern ? [t('rule.pattern', { pattern })] : []),
    ...(among ? [t('rule.among', { values: among.slice(0, 8).join(', ') + (among.length > 8 ? '…' : '') })] : []), // prettier-ignore
    ...(value !== undefined ? [t('rule.default', { value: printValue(value, field, i18n) })] : []),
    ...(computed !== undefined ? [t('rule.computed', { expression: computed })] : []),
  ];
}
