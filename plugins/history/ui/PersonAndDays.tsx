import type { ReactNode } from 'react';
import { DateField, Select, useTranslate } from '#core/react';

/** Whose work is shown, and of which days; '' and null: all. */
export interface Whose {
  readonly by: string;
  readonly from: string | null;
  readonly to: string | null;
}

interface PersonAndDaysProps {
  value: Whose;
  people: readonly { readonly id: string; readonly name: string }[];
  onChange: (next: Partial<Whose>) => void;
  /** What else narrows, between person and days. */
  children: ReactNode;
}

/** What every history can be narrowed to. */
export function PersonAndDays({ value, people, onChange, children }: PersonAndDaysProps) {
  const t = useTranslate('history');
  return (
    <div className="his-filters">
      <Select
        label={t('project.by')}
        value={value.by}
        onChange={(by) => onChange({ by })}
        options={[
          { value: '', title: t('project.everybody') },
          ...people.map(({ id, name }) => ({ value: id, title: name })),
        ]}
      />
      {children}
      <DateField label={t('project.from')} value={value.from} onChange={(from) => onChange({ from })} />
      <DateField label={t('project.to')} value={value.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}
