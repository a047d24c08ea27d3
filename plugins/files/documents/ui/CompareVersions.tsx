import { useMemo } from 'react';
import type { FileRecord } from '#core/protocol';
import { Dialog, Skeleton, useI18n, useTranslate } from '#core/react';
import { compareLines } from '../model/compare-lines.ts';
import type { FileVersion } from '../model/opened-file.ts';
import { Preview } from './Preview.tsx';
import { hasText } from '../model/text-types.ts';
import { useText } from './useText.ts';

interface CompareVersionsProps {
  file: FileRecord;
  earlier: FileVersion;
  current: FileVersion;
  onClose: () => void;
}

/** An earlier content beside the current one: pictures side by side, texts line by line. */
export function CompareVersions({ file, earlier, current, onClose }: CompareVersionsProps) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const both = [earlier, current];
  return (
    <Dialog title={t('compare.title', { name: file.name })} isOpen size="full" onClose={onClose}>
      {earlier.sha256 === current.sha256 && <p role="status">{t('compare.same')}</p>}
      <div className="doc-compared">
        {both.map((version) => (
          <section key={version.version}>
            <h3>{i18n.date(version.at, { dateStyle: 'medium', timeStyle: 'short' })}</h3>
            <div className="doc-preview">
              <Preview
                file={{ ...file, mediaType: version.mediaType, sha256: version.sha256 }}
                version={version.version}
              />
            </div>
          </section>
        ))}
      </div>
      {both.every(({ mediaType }) => hasText(mediaType)) && (
        <ComparedTexts id={file.id} earlier={earlier.version} current={current.version} />
      )}
    </Dialog>
  );
}

function ComparedTexts({ id, earlier, current }: { id: string; earlier: number; current: number }) {
  const t = useTranslate('documents');
  const [a, b] = [useText(id, earlier), useText(id, current)];
  const lines = useMemo(
    () => (a.read && b.read ? compareLines(a.read.text, b.read.text) : undefined),
    [a.read, b.read],
  );
  const error = a.error ?? b.error;
  if (error !== undefined) return <p className="g-error">{error}</p>;
  if (!a.read || !b.read) return <Skeleton height={120} />;
  if (!lines) return <p className="g-muted">{t('compare.long')}</p>;
  const changed = lines.filter(({ kind }) => kind !== 'same');
  return (
    <section aria-label={t('compare.text')}>
      <h3>{t('compare.text')}</h3>
      {(a.read.cut || b.read.cut) && <p className="doc-cut">{t('compare.cut')}</p>}
      {changed.length === 0 && <p role="status">{t('compare.same-text')}</p>}
      <ul className="doc-lines">
        {changed.map(({ kind, text }, n) => (
          <li key={n} data-kind={kind}>
            <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span>
            <span className="g-hidden">{t(`compare.${kind}`)}</span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
