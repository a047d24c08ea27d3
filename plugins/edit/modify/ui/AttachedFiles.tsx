import type { FileCount } from '#core/protocol';
import { useTranslate } from '#core/react';

/** The files deleted with the objects; shown when the server has answered or cannot be reached. */
export function AttachedFiles({ attached }: { attached: FileCount | 'unknown' | undefined }) {
  const t = useTranslate('modify');
  return <div role="status">{attached && sentence(attached)}</div>;

  function sentence(known: FileCount | 'unknown') {
    if (known === 'unknown') return <p>{t('delete.files.unknown')}</p>;
    const { photos, documents, keptDays: days } = known;
    const count = photos + documents;
    if (count === 0) return null;
    const kinds = [
      photos > 0 && t('delete.files.photos', { count: photos }),
      documents > 0 && t('delete.files.documents', { count: documents }),
    ].filter((kind) => kind !== false);
    const what =
      kinds.length === 2 ? t('delete.files.both', { first: kinds[0], second: kinds[1] }) : kinds[0];
    return <p>{t('delete.files', { count, what, days })}</p>;
  }
}
