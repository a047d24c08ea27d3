import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { reverseGeocode, type AnswerOf } from '#core/protocol';
import { Button, usePrinter, useService, useTranslate } from '#core/react';
import type { MeasurePartProps } from '#plugins/measure/measure-2d/api';
import './geocoding.css';

type ReverseGeocodeResult = AnswerOf<typeof reverseGeocode>;

/**
 * The place name at or nearest to a measured position, fetched on request, because the operator may use an external service.
 */
export function NearestPlace({ vertices: [position] }: MeasurePartProps) {
  const [lon, lat] = position!;
  const t = useTranslate('geocoding');
  const print = usePrinter();
  const api = useService(API);
  const [found, setFound] = useState<ReverseGeocodeResult>();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    setFailure(undefined);
    try {
      setFound((await api.call(reverseGeocode, { query: { lon, lat } })).data);
    } catch (thrown) {
      setFailure(sentenceOf(thrown));
    } finally {
      setAsking(false);
    }
  };
  if (!found)
    return (
      <>
        <Button size="s" isPending={isAsking} onPress={() => void ask()}>
          {t('nearest.ask')}
        </Button>
        {failure !== undefined && <p role="alert">{failure}</p>}
      </>
    );
  return (
    <div role="status">
      {found.results.length === 0 && <p className="geocoding-line">{t('nearest.nothing')}</p>}
      {found.results.map(({ name, context, distance }) => (
        <p key={`${name} ${context}`} className="geocoding-line">
          {[name, context].filter(Boolean).join(', ')}
          {distance !== undefined && distance >= 1 && ` · ${print.length(distance)}`}
        </p>
      ))}
      {found.notice !== null && <p className="geocoding-line">{found.notice}</p>}
    </div>
  );
}
