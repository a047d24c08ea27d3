import { History } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { DateField, EmptyState, ListSearch, PagedTable, Select, useI18n, useTranslate } from '#core/react';
import type { Roles } from '../model/roles.ts';
import { AUDITED_THINGS, AUDITED_WORDS, detailsOf, type Trail } from '../model/trail.ts';

/** The audit trail: who changed which rights, people and projects. Read only. */
export const AuditTab = observer(function AuditTab({ trail, roles }: { trail: Trail; roles: Roles }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  const { list } = trail;
  // Read here rather than in a cell, so that the table rerenders when the roles arrive.
  const roleNames = new Map(roles.list.map(({ role_id, role_name }) => [role_id, role_name]));
  const wordOf = (value: string) =>
    roleNames.get(value) ?? (AUDITED_WORDS.includes(value) ? t(`audit.word.${value}`) : undefined);
  return (
    <>
      <div className="adm-filters">
        <ListSearch label={t('audit.search')} list={list} className="adm-search" />
        <Select
          label={t('audit.about')}
          value={trail.kind}
          onChange={(kind) => trail.narrow({ kind: kind ?? '' })}
          options={[
            { value: '', title: t('audit.everything') },
            ...AUDITED_THINGS.map((value) => ({ value, title: t(`audit.thing.${value}`) })),
          ]}
        />
        <DateField label={t('audit.from')} value={trail.from} onChange={(from) => trail.narrow({ from })} />
        <DateField label={t('audit.to')} value={trail.to} onChange={(to) => trail.narrow({ to })} />
      </div>
      <PagedTable
        label={t('tab.audit')}
        className="adm-trail"
        list={list}
        rowId={({ id }) => String(id)}
        sort={{ column: 'at', order: 'desc' }}
        empty={
          <EmptyState icon={<History />} title={t('audit.empty')}>
            {t('audit.empty.text')}
          </EmptyState>
        }
        columns={[
          {
            id: 'at',
            title: t('audit.at'),
            sortable: true,
            width: 180,
            cell: ({ at }) => (
              <time className="g-figures" dateTime={at}>
                {i18n.date(at, { dateStyle: 'short', timeStyle: 'medium' })}
              </time>
            ),
          },
          {
            id: 'actor',
            title: t('audit.actor'),
            sortable: true,
            width: 140,
            cell: ({ actor }) => actor?.name ?? <span className="g-muted">{t('audit.nobody')}</span>,
          },
          {
            id: 'kind',
            title: t('audit.what'),
            sortable: true,
            rowHeader: true,
            cell: ({ kind, subject }) => (
              <>
                {t(`audit.kind.${kind}`)}
                {subject && <strong className="adm-subject"> {subject.name}</strong>}
              </>
            ),
          },
          {
            id: 'detail',
            title: t('audit.detail'),
            secondary: true,
            cell: (entry) =>
              detailsOf(entry, wordOf).map(({ field, from, to }) => (
                <span key={field} className="adm-detail">
                  <span className="g-muted">{t(`audit.field.${field}`)}</span>{' '}
                  {from !== undefined && `${from || '–'} → `}
                  {to || '–'}
                </span>
              )),
          },
          {
            id: 'address',
            title: t('audit.address'),
            secondary: true,
            width: 120,
            cell: ({ address }) => <span className="g-figures">{address}</span>,
          },
        ]}
      />
    </>
  );
});
