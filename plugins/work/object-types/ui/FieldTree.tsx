import { observer } from 'mobx-react-lite';
import { memo, useDeferredValue, useState } from 'react';
import { titleOf } from '#core/fields';
import type { FieldGroup } from '#core/protocol';
import { Icon, Tree, useI18n, useTranslate } from '#core/react';
import type { DraftField } from '../model/draft-field.ts';
import type { EditedFields } from '../model/edited-fields.ts';

interface RowsProps extends Pick<EditedFields, 'drafts' | 'groups' | 'shown'> {
  edited: EditedFields;
}

type TreeEntry = { readonly draft: DraftField } | { readonly group: FieldGroup };

/** The fields in their order. Drawing hundreds of rows takes longer than a key: they follow when typing leaves time. */
export const FieldTree = observer(function FieldTree({ edited }: { edited: EditedFields }) {
  const drafts = useDeferredValue(edited.drafts);
  const groups = useDeferredValue(edited.groups);
  const shown = useDeferredValue(edited.shown);
  return <Rows edited={edited} drafts={drafts} groups={groups} shown={shown} />;
});

/** Those of no group, then the groups with theirs. */
const Rows = memo(function Rows({ edited, drafts, groups, shown }: RowsProps) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const inside = (name: string | undefined): TreeEntry[] =>
    drafts.filter(({ field }) => field.group === name).map((draft) => ({ draft }));
  const names = groups.map(({ name }) => name);
  return (
    <Tree<TreeEntry>
      label={t('list')}
      items={[...inside(undefined), ...groups.map((group) => ({ group }))]}
      itemId={(entry) => ('draft' in entry ? entry.draft.key : entry.group.name)}
      itemText={(entry) => titleOf('draft' in entry ? entry.draft.field : entry.group, i18n)}
      {...(groups.length > 0 && {
        childrenOf: (entry: TreeEntry) => ('group' in entry ? inside(entry.group.name) : undefined),
      })}
      expanded={new Set(names.filter((name) => !closed.has(name)))}
      onExpand={(open) => setClosed(new Set(names.filter((name) => !open.has(name))))}
      row={(entry) =>
        'draft' in entry ? (
          <>
            <span className="types-name">{titleOf(entry.draft.field, i18n)}</span>
            {entry.draft.field.when && <Icon name="filter" />}
            <span className="g-muted">
              {t(entry.draft.field.computed === undefined ? `type.${entry.draft.field.type}` : 'computed')}
            </span>
          </>
        ) : (
          <>
            <strong className="types-name">{titleOf(entry.group, i18n)}</strong>
            {entry.group.when && <Icon name="filter" />}
            <span className="g-muted">{t('group.row')}</span>
          </>
        )
      }
      selection="single"
      selected={new Set(shown === undefined ? [] : [shown])}
      onSelect={([key]) => key !== undefined && edited.show(key)}
      onMove={(keys, { id, position }) => edited.move(keys, id, position)}
      acceptsOn={(id) => names.includes(id)}
      empty={<p className="g-muted">{t('none')}</p>}
    />
  );
});
