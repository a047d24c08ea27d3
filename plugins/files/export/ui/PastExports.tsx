import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { PastExport } from '#core/protocol';
import {
  AlertDialog,
  Button,
  EmptyState,
  Icon,
  IconButton,
  PagedTable,
  useI18n,
  useTranslate,
} from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';
import { sizeText } from './Result.tsx';
import { useDownload } from './useDownload.ts';

/** Exports that are still stored: the person's own, and those of others that contain nothing hidden from them. */
export const PastExports = observer(function PastExports({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const i18n = useI18n();
  const download = useDownload(desk);
  const [pending, setPending] = useState<PastExport>();
  const { past } = desk;
  return (
    <section className="export-past">
      <h2>{t('past')}</h2>
      <PagedTable
        label={t('past')}
        list={past}
        rowId={({ id }) => id}
        rowText={({ nameZip }) => nameZip}
        empty={
          <EmptyState icon={<Icon name="export" />} title={t('past.empty')}>
            {t('past.empty.help')}
          </EmptyState>
        }
        columns={[
          { id: 'name', title: t('past.name'), cell: ({ nameZip }) => nameZip },
          {
            id: 'kind',
            title: t('kind'),
            secondary: true,
            width: 130,
            cell: ({ kind }) => t(`kind.${kind}`),
          },
          {
            id: 'count',
            title: t('past.count'),
            align: 'end',
            width: 90,
            secondary: true,
            cell: ({ count }) => i18n.number(count),
          },
          {
            id: 'size',
            title: t('past.size'),
            align: 'end',
            width: 100,
            cell: ({ size }) => <span className="g-figures">{sizeText(size, i18n)}</span>,
          },
          { id: 'by', title: t('past.by'), secondary: true, width: 140, cell: ({ by }) => by },
          {
            id: 'expiresAt',
            title: t('past.until'),
            secondary: true,
            width: 130,
            cell: ({ expiresAt }) => (
              <span className="g-figures">{i18n.date(expiresAt, { dateStyle: 'medium' })}</span>
            ),
          },
          {
            id: 'actions',
            title: t('past.actions'),
            hideTitle: true,
            align: 'end',
            width: 170,
            cell: (row) => (
              <span className="export-actions">
                <Button
                  size="s"
                  icon={<Icon name="download" />}
                  isDisabled={desk.fetching !== undefined}
                  onPress={() => void download(row.nameZip)}
                >
                  {t('download')}
                </Button>
                {row.mine && <IconButton icon="delete" label={t('delete')} onPress={() => setPending(row)} />}
              </span>
            ),
          },
        ]}
      />
      {pending && (
        <AlertDialog
          isOpen
          title={t('delete.title', { name: pending.nameZip })}
          action={t('delete')}
          onAction={() => desk.remove(pending.id)}
          onClose={() => setPending(undefined)}
        >
          <p>{t('delete.text')}</p>
        </AlertDialog>
      )}
    </section>
  );
});
