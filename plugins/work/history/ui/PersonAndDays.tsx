import type { ReactNode } from 'react';
import { DateField, Select, useTranslate } from '#core/react';

/** Filter by person and days; '' and null mean all. */
export interface PersonAndDaysValue {
  readonly by: string;
  readonly from: string | null;
  readonly to: string | null;
}

interface PersonAndDaysProps {
  value: PersonAndDaysValue;
  people: readonly { readonly id: string; readonly name: string }[];
  onChange: (next: Partial<PersonAndDaysValue>) => void;
  /** More filters, shown between person and days. */
  children: ReactNode;
}

/** The filters that every history has. */
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
