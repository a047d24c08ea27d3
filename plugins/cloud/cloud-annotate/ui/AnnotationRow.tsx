import type { CloudAnnotation } from '#core/protocol';
import { Icon, IconButton, Menu, useI18n, useTranslate, type MenuEntry } from '#core/react';
import { colourOfCategory } from '../model/colour-of-category.ts';

interface AnnotationRowProps {
  annotation: CloudAnnotation;
  /** Its text is shown. */
  isChosen: boolean;
  onGo: () => void;
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

export function AnnotationRow({ annotation, isChosen, onGo, onEdit, onDelete }: AnnotationRowProps) {
  const t = useTranslate('cloud-annotate');
  const i18n = useI18n();
  const { title, text, category, updatedAt, updatedBy } = annotation;
  const entries: (MenuEntry | undefined)[] = [
    onEdit && { id: 'edit', title: t('edit'), icon: <Icon name="edit" />, onAction: onEdit },
    onDelete && { id: 'delete', title: t('delete'), icon: <Icon name="trash" />, onAction: onDelete },
  ];
  const offered = entries.filter((entry) => entry !== undefined);
  return (
    <li className={isChosen ? 'can-row-chosen' : ''}>
      <button type="button" className="g-row can-go" aria-expanded={isChosen} onClick={onGo}>
        <span className="can-key" style={{ background: colourOfCategory(category) }} />
        <span>
          <span className="can-name">{title}</span>
          <span className="g-muted">
            {[category, updatedBy, i18n.date(updatedAt, { dateStyle: 'medium' })].filter(Boolean).join(' · ')}
          </span>
          {isChosen && text !== '' && <span className="can-text">{text}</span>}
        </span>
      </button>
      {offered.length > 0 && (
        <Menu
          label={title}
          trigger={<IconButton size="s" label={t('actions', { title })} icon={<Icon name="more" />} />}
          entries={offered}
        />
      )}
    </li>
  );
}
