import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { PluginKey } from '#core/protocol';
import { AlertDialog, Badge, Button, Table, useI18n, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';

/** The keys that are accepted or revoked; absent while there are none. */
export const PluginKeys = observer(function PluginKeys({ plugins }: { plugins: InstalledPlugins }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  const [revoked, setRevoked] = useState<PluginKey>();
  if (plugins.keys.length === 0) return null;
  return (
    <section className="adm-keys">
      <h2>{t('plugins.keys')}</h2>
      <Table<PluginKey>
        label={t('plugins.keys')}
        rows={plugins.keys}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        columns={[
          { id: 'name', title: t('plugins.key-name'), cell: ({ name }) => name },
          {
            id: 'since',
            title: t('plugins.key-since'),
            secondary: true,
            cell: ({ createdAt }) => i18n.date(createdAt),
          },
          {
            id: 'key',
            title: t('plugins.key'),
            secondary: true,
            cell: ({ publicKey }) => <code className="adm-key">{publicKey}</code>,
          },
          {
            id: 'actions',
            title: t('actions'),
            hideTitle: true,
            align: 'end',
            cell: (key) =>
              key.revokedAt === null ? (
                <Button size="s" onPress={() => setRevoked(key)}>
                  {t('plugins.revoke')}
                </Button>
              ) : (
                <Badge kind="danger">{t('plugins.key-revoked')}</Badge>
              ),
          },
        ]}
      />
      <AlertDialog
        isOpen={revoked !== undefined}
        title={t('plugins.revoke-title', { name: revoked?.name ?? '' })}
        action={t('plugins.revoke')}
        onAction={() => (revoked ? plugins.revoke(revoked) : undefined)}
        onClose={() => setRevoked(undefined)}
      >
        <p>{t('plugins.revoke-text')}</p>
      </AlertDialog>
    </section>
  );
});
