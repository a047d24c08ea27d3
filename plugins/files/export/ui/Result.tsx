import { observer } from 'mobx-react-lite';
import type { ExportResult } from '#core/protocol';
import { Button, Icon, useI18n, useTranslate } from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';
import { useDownload } from './useDownload.ts';

/** The outcome of an export: its contents and notes. */
export const Result = observer(function Result({ desk, result }: { desk: ExportDesk; result: ExportResult }) {
  const t = useTranslate('export');
  const i18n = useI18n();
  const download = useDownload(desk);
  return (
    <div className="export-result" role="status">
      <p>
        <strong>{t('done', { count: result.count, objects: i18n.number(result.count) })}</strong>{' '}
        <span className="g-muted g-figures">{sizeText(result.size, i18n)}</span>
      </p>
      <Button
        icon={<Icon name="download" />}
        isDisabled={desk.fetching !== undefined}
        onPress={() => void download(result.nameZip)}
      >
        {t('download.again')}
      </Button>
      <p className="g-muted export-files">{result.files.join(' · ')}</p>
      {result.notes.length > 0 && (
        <ul className="export-notes">
          {result.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
});

export function sizeText(
  bytes: number,
  i18n: { number: (value: number, options?: Intl.NumberFormatOptions) => string },
): string {
  const one = { maximumFractionDigits: 1 };
  if (bytes < 1_000_000) return `${i18n.number(bytes / 1000, one)} kB`;
  return `${i18n.number(bytes / 1_000_000, one)} MB`;
}
