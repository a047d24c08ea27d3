import type { FileRecord } from '#core/protocol';
import { Skeleton, useTranslate } from '#core/react';
import { rowsOf } from '../model/csv-rows.ts';
import { useText } from './useText.ts';

interface TextPreviewProps {
  file: Pick<FileRecord, 'id' | 'mediaType'>;
  version: number | undefined;
}

/** Rows of a table that are shown. */
const ROWS = 200;

/** A text as it is, or a CSV as a table; what is not shown is told. */
export function TextPreview({ file, version }: TextPreviewProps) {
  const t = useTranslate('documents');
  const { read, error } = useText(file.id, version);
  if (error !== undefined)
    return (
      <p className="g-error" role="alert">
        {error}
      </p>
    );
  if (!read) return <Skeleton height={320} />;
  const rows = file.mediaType === 'text/csv' ? rowsOf(read.text, ROWS + 1) : undefined;
  const isCut = read.cut || (rows?.length ?? 0) > ROWS;
  return (
    <>
      {isCut && <p className="doc-cut">{t(rows ? 'text.cut.rows' : 'text.cut', { count: ROWS })}</p>}
      {/* Scrolls: a keyboard needs it to be focusable. */}
      <div className="doc-text" tabIndex={0} role="region" aria-label={t('text')}>
        {rows ? (
          <table>
            <thead>
              <tr>
                {rows[0]?.map((cell, i) => (
                  <th key={i} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(1, ROWS).map((row, n) => (
                <tr key={n}>
                  {row.map((cell, i) => (
                    <td key={i}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <pre>{read.text}</pre>
        )}
      </div>
    </>
  );
}
