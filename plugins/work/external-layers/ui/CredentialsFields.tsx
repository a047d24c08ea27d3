import { useState } from 'react';
import type { LayerCredentials } from '#core/protocol';
import { Disclosure, Select, TextField, useTranslate } from '#core/react';

type Kind = 'none' | LayerCredentials['kind'];

interface CredentialsFieldsProps {
  value: LayerCredentials | undefined;
  onChange: (credentials: LayerCredentials | undefined) => void;
}

/** What a server needs to let people in; it stays on our server. */
export function CredentialsFields({ value, onChange }: CredentialsFieldsProps) {
  const t = useTranslate('external-layers');
  const kind: Kind = value?.kind ?? 'none';
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title={t('credentials')} isExpanded={isOpen} onExpandedChange={setOpen}>
      <div className="ext-fields">
        <Select
          label={t('credentials.kind')}
          description={t('credentials.help')}
          options={(['none', 'basic', 'header', 'query'] as const).map((each) => ({
            value: each,
            title: t(`credentials.${each}`),
          }))}
          value={kind}
          onChange={(next) => onChange(EMPTY[next as Kind])}
        />
        {value?.kind === 'basic' && (
          <>
            <TextField
              label={t('credentials.user')}
              value={value.user}
              onChange={(user) => onChange({ ...value, user })}
              autoComplete="off"
              maxLength={200}
            />
            <TextField
              label={t('credentials.password')}
              type="password"
              value={value.password}
              onChange={(password) => onChange({ ...value, password })}
              autoComplete="off"
              maxLength={500}
            />
          </>
        )}
        {(value?.kind === 'header' || value?.kind === 'query') && (
          <>
            <TextField
              label={t('credentials.name')}
              value={value.name}
              onChange={(name) => onChange({ ...value, name })}
              autoComplete="off"
              maxLength={60}
            />
            <TextField
              label={t('credentials.value')}
              type="password"
              value={value.value}
              onChange={(text) => onChange({ ...value, value: text })}
              autoComplete="off"
              maxLength={2000}
            />
          </>
        )}
      </div>
    </Disclosure>
  );
}

const EMPTY: Record<Kind, LayerCredentials | undefined> = {
  none: undefined,
  basic: { kind: 'basic', user: '', password: '' },
  header: { kind: 'header', name: 'Authorization', value: '' },
  query: { kind: 'query', name: 'key', value: '' },
};
