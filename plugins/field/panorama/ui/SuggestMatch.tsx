import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { printNumber } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { Button, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SUGGESTING } from '../model/matching/suggesting.ts';
import { PROJECT_PANORAMAS } from '../model/stage.ts';

/** Looks for the point in the panorama that is seen; a person takes or leaves it. */
export const SuggestMatch = observer(function SuggestMatch() {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const suggesting = useService(SUGGESTING);
  const stage = useService(PROJECT_PANORAMAS);
  const views = useService(VIEWS);
  const place = useObservable(stage.current$, stage.current);
  const [error, setError] = useState<string>();
  if (!suggesting.canSearch(place)) return null;
  const { match, fault, isSearching } = suggesting;
  const search = () => {
    setError(undefined);
    suggesting.search().then(
      () => {
        const result = suggesting.match;
        if (result) views.open.find(({ kind }) => kind === 'panorama')?.fly(result.position);
      },
      (thrown: unknown) => setError(sentenceOf(thrown)),
    );
  };
  const percent = (score: number) => printNumber(100 * score, 0, i18n.language);
  return (
    <div className="panorama-suggested" role="group" aria-label={t('match.title')}>
      {!match && (
        <Button isPending={isSearching} onPress={search}>
          {t('match.look')}
        </Button>
      )}
      {match && (
        <>
          <p role="status">{t('match.found', { score: percent(match.score), next: percent(match.next) })}</p>
          {!match.isSure && <p className="g-error">{t('match.unsure')}</p>}
          <div className="panorama-actions">
            <Button
              size="s"
              variant={match.isSure ? 'primary' : 'secondary'}
              onPress={() => suggesting.take()}
            >
              {t('match.take')}
            </Button>
            <Button size="s" variant="quiet" onPress={() => suggesting.forget()}>
              {t('match.leave')}
            </Button>
          </div>
        </>
      )}
      {fault && (
        <p className="g-error" role="alert">
          {t(`match.${fault}`)}
        </p>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
