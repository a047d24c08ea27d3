import { observer } from 'mobx-react-lite';
import { ColourDot, Icon, IconButton, useI18n, useTranslate } from '#core/react';
import type { PictureMarking } from '../../api.ts';

/** Who drew what, and when. */
export const MarkList = observer(function MarkList({
  marking,
  mayWrite,
}: {
  marking: PictureMarking;
  mayWrite: boolean;
}) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const { marks } = marking;
  if (marks.length === 0) return null;
  return (
    <ul className="doc-mark-list" aria-label={t('mark.title')}>
      {marks.map((mark) => (
        <li key={mark.id}>
          <ColourDot colour={mark.colour} />
          <span className="doc-mark-words">
            {mark.kind === 'text' ? mark.text : t(`mark.${mark.kind}`)}
            <span className="g-muted">
              {' · '}
              {'by' in mark
                ? `${mark.by}, ${i18n.date(mark.at, { dateStyle: 'medium', timeStyle: 'short' })}`
                : t('mark.unsaved')}
            </span>
          </span>
          {mayWrite && (
            <IconButton
              size="s"
              label={t('mark.remove')}
              icon={<Icon name="delete" />}
              onPress={() => marking.remove(mark.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
});
