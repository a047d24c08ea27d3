import { useI18n, useTranslate } from '#core/react';
import type { UnreadLine } from '../model/read-points.ts';

/** Most lines that are listed; all are counted. */
const LISTED = 20;

/** The lines of a text that could not be read. */
export function Unread({ lines }: { lines: readonly UnreadLine[] }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  if (lines.length === 0) return null;
  return (
    <div className="kmr-unread" role="alert">
      <p>{t('unread', { count: lines.length, lines: i18n.number(lines.length) })}</p>
      <ul>
        {lines.slice(0, LISTED).map(({ line, text }) => (
          <li key={line}>
            <span className="g-figures">{t('line', { line: i18n.number(line) })}</span>{' '}
            <code>{text.length > 120 ? `${text.slice(0, 120)}…` : text}</code>
          </li>
        ))}
      </ul>
      {lines.length > LISTED && <p>{t('unread.more', { count: lines.length - LISTED })}</p>}
    </div>
  );
}
