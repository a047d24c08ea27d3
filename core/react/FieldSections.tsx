import { Fragment, type ReactNode } from 'react';
import { titleOf } from '#core/fields';
import type { Field, FieldGroup } from '#core/protocol';
import { useI18n } from './useTranslate.ts';
import './FieldSections.css';

export interface FieldSectionsProps<T> {
  /** The groups of the form, in order. */
  groups: readonly FieldGroup[] | undefined;
  items: readonly T[];
  fieldOf: (item: T) => Field;
  row: (item: T) => ReactNode;
}

/** The fields of a form: those of no group first, then each group that has some with its title. */
export function FieldSections<T>({ groups = [], items, fieldOf, row }: FieldSectionsProps<T>) {
  const i18n = useI18n();
  const rows = (fit: (group: string | undefined) => boolean) =>
    items.flatMap((item) => {
      const { name, group } = fieldOf(item);
      return fit(group) ? [<Fragment key={name}>{row(item)}</Fragment>] : [];
    });
  const known = new Set(groups.map(({ name }) => name));
  return (
    <>
      {rows((group) => group === undefined || !known.has(group))}
      {groups.map((group) => {
        const inside = rows((name) => name === group.name);
        const title = titleOf(group, i18n);
        return (
          inside.length > 0 && (
            <section key={group.name} className="g-field-section" aria-label={title}>
              <h3>{title}</h3>
              {inside}
            </section>
          )
        );
      })}
    </>
  );
}
