import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { PluginVersionRecord } from '#core/protocol';
import { Badge, Button, Form, TextField, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';

interface PluginSignerProps {
  version: PluginVersionRecord;
  plugins: InstalledPlugins;
}

/** Who has signed a version, and accepting an unknown key after comparing it. */
export const PluginSigner = observer(function PluginSigner({ version, plugins }: PluginSignerProps) {
  const t = useTranslate('administration');
  const [name, setName] = useState('');
  const { publicKey, name: known, state } = version.signedBy;
  return (
    <div className="adm-signer">
      <span>
        {known === null ? t('plugins.signed-by-unknown') : t('plugins.signed-by', { name: known })}{' '}
        {state === 'revoked' && <Badge kind="danger">{t('plugins.key-revoked')}</Badge>}
      </span>
      <code className="adm-key">{publicKey}</code>
      {state === 'unknown' && <p className="g-muted">{t('plugins.accept-first')}</p>}
      {state === 'unknown' && (
        <Form onSubmit={() => plugins.accept(name, publicKey)}>
          <TextField
            label={t('plugins.key-name')}
            description={t('plugins.key-help')}
            value={name}
            onChange={setName}
            isRequired
            maxLength={120}
          />
          <div>
            <Button type="submit">{t('plugins.accept')}</Button>
          </div>
        </Form>
      )}
    </div>
  );
});
