import { useEffect } from 'react';
import { extentAround, extentOf } from '#core/document';
import { VIEWS } from '#core/mapview';
import { Button, Icon, useObservable, useService, useTranslate } from '#core/react';
import { prospectSketch, SIGNS } from '../model/prospect-sketch.ts';
import { PROJECT_HISTORY, type Prospect } from '../model/project-history.ts';

const SLOT = 'history';
const WAYS = ['comes', 'goes', 'changes'] as const;

/**
 * Draws over the map what a restore would bring back, remove and change, until the person returns to the question.
 */
export function ProspectOnMap({ prospect: { difference } }: { prospect: Prospect }) {
  const t = useTranslate('history');
  const model = useService(PROJECT_HISTORY);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { shapes } = difference;
  useEffect(() => {
    if (!view) return;
    view.show(prospectSketch(shapes), SLOT);
    return () => view.show(undefined, SLOT);
  }, [view, shapes]);
  useEffect(() => {
    const all = shapes.flatMap(({ now, then }) => [now, then].filter((one) => one !== null).map(extentOf));
    const extent = extentAround(all);
    if (extent) view?.fly(extent);
  }, [view, shapes]);
  const shown = shapes.length;
  const total = difference.comes + difference.goes + difference.changes;
  return (
    <div className="his-peek" role="group" aria-label={t('transactions.look')}>
      <ul className="his-legend">
        {WAYS.filter((way) => difference[way] > 0).map((way) => (
          <li key={way}>
            <svg viewBox="0 0 20 10" width="20" height="10" aria-hidden="true">
              <line x1="0" x2="20" y1="5" y2="5" {...SIGNS[way]} />
            </svg>
            {t(`restore.${way}`)}: {difference[way]}
          </li>
        ))}
      </ul>
      {shown < total && <span className="g-muted">{t('restore.shown', { count: shown })}</span>}
      <Button size="s" icon={<Icon name="close" />} onPress={() => model.show(false)}>
        {t('restore.to-question')}
      </Button>
    </div>
  );
}
