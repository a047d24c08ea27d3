import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { useI18n, useTranslate } from './useTranslate.ts';
import './Pager.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Number of items on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/**
 * Shows which items are on this page, the total, and buttons to the other pages. Hidden if there is only one page.
 */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const t = useTranslate('core');
  const i18n = useI18n();
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className="g-pager" aria-label={t('pager.label')}>
      <span className="g-figures">
        {t('pager.shown', {
          first: i18n.number(first),
          last: i18n.number(Math.min(total, first + pageSize - 1)),
          total: i18n.number(total),
        })}
      </span>
      <IconButton
        label={t('pager.previous')}
        icon={<ChevronLeft aria-hidden="true" />}
        isDisabled={page <= 1}
        onPress={() => onPage(page - 1)}
      />
      <IconButton
        label={t('pager.next')}
        icon={<ChevronRight aria-hidden="true" />}
        isDisabled={page >= pages}
        onPress={() => onPage(page + 1)}
      />
    </nav>
  );
}
