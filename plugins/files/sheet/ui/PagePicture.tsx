import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { PaperBox } from '#core/sheets';
import { useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { SHEET_PRINT } from '../model/sheet-print.ts';

/** The page with its frames and panel at once; below it the last preview that the server has drawn. */
export const PagePicture = observer(function PagePicture() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const { preview } = useService(SHEET_PRINT);
  const { plan, active } = desk;
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button is at the end of the panel, the picture at its beginning.
    if (preview !== undefined) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [preview]);
  return (
    <figure className="sheet-picture" ref={figure}>
      {preview !== undefined ? (
        <a href={preview} target="_blank" rel="noreferrer" aria-label={t('preview.open')}>
          <img src={preview} alt={t('preview.alt')} />
        </a>
      ) : (
        plan && (
          <svg viewBox={`0 0 ${plan.width} ${plan.height}`} role="img" aria-label={t('page.alt')}>
            <rect className="sheet-paper" width={plan.width} height={plan.height} />
            {plan.frames.map((box, n) => (
              <g key={n}>
                <rect className={n === active ? 'sheet-box sheet-active' : 'sheet-box'} {...box} />
                <text {...middleOf(box)} fontSize={plan.width / 22}>
                  {`1:${desk.scaleOf(desk.frames[n] ?? { centre: [0, 0], rotation: 0 })}`}
                </text>
              </g>
            ))}
            {plan.panel && <rect className="sheet-box sheet-aside" {...plan.panel} />}
          </svg>
        )
      )}
    </figure>
  );
});

function middleOf({ x, y, width, height }: PaperBox): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
