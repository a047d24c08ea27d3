import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Link, useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { SHEET_PRINT } from '../model/sheet-print.ts';
import { PlacedBox } from './PlacedBox.tsx';

/** The page with everything on it, which can be dragged; below that the last preview that the server has drawn. */
export const PagePicture = observer(function PagePicture() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const { preview } = useService(SHEET_PRINT);
  const { plan, placed } = desk;
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button is at the end of the panel, the picture at its beginning.
    if (preview !== undefined) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [preview]);
  if (!plan) return null;
  return (
    <figure className="sheet-picture" ref={figure}>
      <svg viewBox={`0 0 ${plan.width} ${plan.height}`} role="group" aria-label={t('page.alt')}>
        <rect className="sheet-paper" width={plan.width} height={plan.height} />
        {preview !== undefined && (
          <image href={preview} width={plan.width} height={plan.height} aria-label={t('preview.alt')} />
        )}
        {preview === undefined && plan.panel && <rect className="sheet-box sheet-aside" {...plan.panel} />}
        {placed.map((item) => (
          <PlacedBox key={item.key} item={item} isDrawn={preview !== undefined} />
        ))}
      </svg>
      <figcaption>
        {preview !== undefined ? (
          <Link href={preview} target="_blank">
            {t('preview.open')}
          </Link>
        ) : (
          <span className="g-muted">{t('places.help')}</span>
        )}
      </figcaption>
    </figure>
  );
});
