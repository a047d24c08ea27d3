import { KeyRound, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import type { PersonalToken } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  EmptyState,
  IconButton,
  Table,
  useI18n,
  useService,
  useTranslate,
  type TableColumn,
} from '#core/react';
import { PersonalTokens } from '../model/personal-tokens.ts';
import { MakeToken } from './MakeToken.tsx';
import { NewToken } from './NewToken.tsx';
import './Tokens.css';

/** Personal access tokens, with which QGIS and other programs sign in instead of a password. */
export const Tokens = observer(function Tokens() {
  const t = useTranslate('preferences');
  const api = useService(API);
  const tokens = useMemo(() => new PersonalTokens(api), [api]);
  const [revoking, setRevoking] = useState<PersonalToken>();
  useEffect(() => void tokens.load(), [tokens]);
  return (
    <section id="tokens" aria-labelledby="tokens-title">
      <h2 id="tokens-title">{t('tokens.title')}</h2>
      <p className="g-muted">{t('tokens.help')}</p>
      {tokens.made && <NewToken made={tokens.made} onDone={() => tokens.forget()} />}
      <Table
        label={t('tokens.title')}
        columns={useColumns(setRevoking)}
        rows={tokens.tokens ?? []}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        isLoading={tokens.tokens === undefined}
        error={tokens.error}
        onRetry={() => void tokens.load()}
        empty={
          <EmptyState icon={<KeyRound />} title={t('tokens.none')}>
            {t('tokens.none.help')}
          </EmptyState>
        }
      />
      <MakeToken onMake={(name, days, readOnly) => tokens.make(name, days, readOnly)} />
      <AlertDialog
        title={t('tokens.revoke.title', { name: revoking?.name })}
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        action={t('tokens.revoke')}
        onAction={() => revoking && tokens.revoke(revoking.id)}
      >
        <p>{t('tokens.revoke.what')}</p>
      </AlertDialog>
    </section>
  );
});

function useColumns(onRevoke: (token: PersonalToken) => void): readonly TableColumn<PersonalToken>[] {
  const t = useTranslate('preferences');
  const i18n = useI18n();
  const day = (at: string): string => i18n.date(at, { dateStyle: 'medium' });
  return [
    { id: 'name', title: t('tokens.name'), cell: ({ name }) => name },
    {
      id: 'organization',
      title: t('tokens.organization'),
      cell: ({ organizationName }) => organizationName,
      secondary: true,
    },
    {
      id: 'access',
      title: t('tokens.access'),
      cell: ({ readOnly }) => t(readOnly ? 'tokens.access.read' : 'tokens.access.write'),
    },
    {
      id: 'expires',
      title: t('tokens.expires'),
      cell: ({ expiresAt }) =>
        Date.parse(expiresAt) <= Date.now() ? (
          <Badge kind="warning">{t('tokens.expired')}</Badge>
        ) : (
          day(expiresAt)
        ),
    },
    {
      id: 'used',
      title: t('tokens.used'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? i18n.date(lastUsedAt) : t('tokens.never')),
      secondary: true,
    },
    {
      id: 'revoke',
      title: t('tokens.revoke'),
      hideTitle: true,
      width: 48,
      align: 'end',
      cell: (token) => (
        <IconButton
          label={t('tokens.revoke.of', { name: token.name })}
          icon={<Trash2 />}
          onPress={() => onRevoke(token)}
        />
      ),
    },
  ];
}
