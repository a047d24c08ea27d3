import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { grants, type PanoramicPlace } from '#core/protocol';
import { AlertDialog, Button, saveFile, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { TOOLS } from '#core/tools';
import type { PanoramaView } from '../api.ts';
import { BLURRING } from '../model/blurring.ts';

/** What of the panorama is blurred, and what is marked to be. */
export const BlurringPart = observer(function BlurringPart({
  place: { id, name },
}: {
  place: PanoramicPlace;
}) {
  const t = useTranslate('panorama');
  const blurring = useService(BLURRING);
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const active = useObservable(tools.active$, tools.active);
  const [error, setError] = useState<string>();
  const [told, setTold] = useState<string>();
  const [isUncovering, setUncovering] = useState(false);
  useEffect(() => {
    setTold(undefined);
    blurring.read().then(
      () => setError(undefined),
      (thrown: unknown) => !isAbort(thrown) && setError(sentenceOf(thrown)),
    );
  }, [blurring, id]);
  const { stored, added, isSending, hasFinder, isLooking } = blurring;
  const apply = (none: boolean) =>
    blurring.apply(none).then(
      () => setError(undefined),
      (thrown: unknown) => setError(sentenceOf(thrown)),
    );
  const showNext = () => {
    const view = views.open.find(({ kind }) => kind === 'panorama') as PanoramaView | undefined;
    const at = blurring.next();
    if (at) view?.lookInto(at);
  };
  const find = () =>
    blurring.find().then(
      (found) => {
        if (!found) return;
        const { marked: count, total } = found;
        if (count > 0) showNext();
        setTold(t(total > count ? 'blur.found-more' : 'blur.found', { count, total }));
        setError(undefined);
      },
      (thrown: unknown) => setError(sentenceOf(thrown)),
    );
  const saveOriginal = () =>
    blurring.original().then(
      (picture) => saveFile(picture, name),
      (thrown: unknown) => setError(sentenceOf(thrown)),
    );
  return (
    <div className="panorama-blur">
      <p className="g-muted">
        {stored.length > 0 ? t('blur.stored', { count: stored.length }) : t('blur.help')}
      </p>
      {(isLooking || told !== undefined) && <p role="status">{isLooking ? t('blur.looking') : told}</p>}
      {added.length > 0 && <p role="status">{t('blur.marked', { count: added.length })}</p>}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="panorama-actions">
        {active?.id !== 'panorama.blur' && (
          <Button size="s" onPress={() => void tools.activate('panorama.blur')}>
            {t('tool.blur')}
          </Button>
        )}
        {hasFinder && (
          <Button size="s" isDisabled={isLooking || isSending} onPress={() => void find()}>
            {t('blur.find')}
          </Button>
        )}
        {stored.length + added.length > 0 && (
          <Button size="s" onPress={showNext}>
            {t('blur.next')}
          </Button>
        )}
        {added.length > 0 && (
          <>
            <Button size="s" variant="primary" isDisabled={isSending} onPress={() => void apply(false)}>
              {t('blur.apply')}
            </Button>
            <Button size="s" variant="quiet" onPress={() => blurring.takeBack()}>
              {t('blur.take-back')}
            </Button>
          </>
        )}
        {stored.length > 0 && grants(me?.authorizations ?? [], 'files.original') && (
          <>
            <Button size="s" variant="quiet" onPress={() => void saveOriginal()}>
              {t('blur.original')}
            </Button>
            <Button size="s" variant="quiet" isDisabled={isSending} onPress={() => setUncovering(true)}>
              {t('blur.uncover')}
            </Button>
          </>
        )}
      </div>
      <AlertDialog
        title={t('blur.uncover.title')}
        isOpen={isUncovering}
        action={t('blur.uncover.action')}
        onAction={() => apply(true)}
        onClose={() => setUncovering(false)}
      >
        {t('blur.uncover.what')}
      </AlertDialog>
    </div>
  );
});
