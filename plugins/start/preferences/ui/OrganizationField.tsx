import { Select, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';

interface Props {
  label: string;
  description: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** The person's default organization; none means to ask at each sign-in. */
export function OrganizationField({ value, ...field }: Props) {
  const t = useTranslate('preferences');
  const { organizations } = useService(SESSION);
  const options = [
    { value: '', title: t('organization.ask') },
    ...organizations.map((name) => ({ value: name, title: name })),
  ];
  return <Select {...field} value={organizations.includes(value) ? value : ''} options={options} />;
}
