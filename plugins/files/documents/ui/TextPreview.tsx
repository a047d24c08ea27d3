import type { FileRecord } from '#core/protocol';
import { Skeleton, useTranslate } from '#core/react';
import { rowsOf } from '../model/csv-rows.ts';
import { isOffice, isWorkbook, sheetsOf } from '../model/text-types.ts';
import { useText } from './useText.ts';

export interface TextPreviewProps {
  file: Pick<FileRecord, 'id' | 'mediaType'>;
  version: number | undefined;
}

/** Rows of tables that are shown. */
const ROWS = 200;

/** The text of a file; a CSV or a workbook as tables. Where only its beginning is shown, a sentence says so. */
export function TextPreview({ file, version }: TextPreviewProps) {
  const t = useTranslate('documents');
  const { mediaType } = file;
  const { read, error } = useText(file.id, version);
  if (error !== undefined)
    return (
      <p className="g-error" role="alert">
        {error}
      </p>
    );
  if (!read) return <Skeleton height={320} />;
  const tables =
    mediaType === 'text/csv'
      ? firstRows(read.text)
      : isWorkbook(mediaType)
        ? sheetsOf(read.text, ROWS)
        : undefined;
  const isCut = read.cut || tables?.isCut;
  const isEmpty = isOffice(mediaType) && read.text.trim() === '';
  return (
    <>
      {isOffice(mediaType) && <p className="doc-cut">{t(isEmpty ? 'text.no-words' : 'text.only')}</p>}
      {isCut && <p className="doc-cut">{t(tables ? 'text.cut.rows' : 'text.cut', { count: ROWS })}</p>}
      {!isEmpty && (
        // Scrolls: a keyboard needs it to be focusable.
        <div className="doc-text" tabIndex={0} role="region" aria-label={t('text')}>
          {tables
            ? tables.sheets.map((rows, n) => <Table key={n} rows={rows} />)
            : read.text.split('\f').map((part, n) => <pre key={n}>{part}</pre>)}
        </div>
      )}
    </>
  );
}

function firstRows(text: string) {
  const rows = rowsOf(text, ROWS + 1);
  return { sheets: [rows.slice(0, ROWS)], isCut: rows.length > ROWS };
}

function Table({ rows: [head, ...rows] }: { rows: readonly (readonly string[])[] }) {
  return (
    <table>
      <thead>
        <tr>
          {head?.map((cell, i) => (
            <th key={i} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr key={n}>
            {row.map((cell, i) => (
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
