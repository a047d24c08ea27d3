import { useEffect, useReducer } from 'react';
import { Button, NumberField, useObservable, useService, useTranslate } from '#core/react';
import { CLOUD_VIEWS, type CloudColour, type CloudView } from '../api.ts';
import { PROJECT_CLOUDS } from '../model/stage.ts';
import './clouds.css';

/** The range of a colour in a view; follows what is loaded. */
export function useRange(
  view: CloudView | undefined,
  colour: CloudColour,
): readonly [number, number] | undefined {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const following = view?.spread$.subscribe(again);
    return () => following?.unsubscribe();
  }, [view]);
  return view?.rangeOf(colour);
}

/** The values over which the palette is spread, to be changed; at first those of the points. */
export function RangeFields({ colour }: { colour: CloudColour }) {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  const look = useObservable(stage.look$, stage.look);
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  const found = useRange(view, colour);
  const range = look.range ?? found;
  if (!range) return null;
  const [low, high] = range;
  const set = (from: number | undefined, to: number | undefined) => {
    if (from !== undefined && to !== undefined) stage.change({ range: [from, to] });
  };
  const isWrong = low >= high;
  return (
    <div className="cloud-range" role="group" aria-label={t('look.range')}>
      <NumberField label={t('look.range.low')} value={low} onChange={(value) => set(value, high)} />
      <NumberField
        label={t('look.range.high')}
        value={high}
        {...(isWrong ? { errorMessage: t('look.range.wrong') } : {})}
        onChange={(value) => set(low, value)}
      />
      {look.range && (
        <Button variant="quiet" onPress={() => stage.change({ range: undefined })}>
          {t('look.range.reset')}
        </Button>
      )}
    </div>
  );
}
