import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import type { Panoramic } from '#core/protocol';
import {
  Badge,
  Button,
  Icon,
  IconButton,
  Link,
  ProgressBar,
  saveFile,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { SURVEY_DESK } from '../model/survey-desk.ts';

/** The panoramas of a survey: which can be viewed, from what their place is known, what failed. */
export const Panoramas = observer(function Panoramas({
  surveyId,
  mayWrite,
}: {
  surveyId: string;
  mayWrite: boolean;
}) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const list = desk.panoramas.get(surveyId) ?? [];
  return (
    <ul className="surveys-list" aria-label={t('panoramas', { count: list.length })}>
      {list.map((panorama) => (
        <Row key={panorama.id} panorama={panorama} mayWrite={mayWrite} />
      ))}
    </ul>
  );
});

const Row = observer(function Row({ panorama, mayWrite }: { panorama: Panoramic; mayWrite: boolean }) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const toasts = useService(TOASTS);
  const { id, name, state, position, heading, placedBy, error, jobId } = panorama;
  const attempt = (work: Promise<void>) =>
    void work.catch((thrown: unknown) => toasts.show('error', sentenceOf(thrown)));
  return (
    <li className="surveys-track">
      <div className="surveys-head">
        {state === 'ready' && position ? (
          <Link href={`/panoramics/${id}`} className="surveys-name">
            {name}
          </Link>
        ) : (
          <span className="surveys-name">{name}</span>
        )}
        {state === 'failed' && <Badge kind="danger">{t('state.failed')}</Badge>}
        <IconButton
          size="s"
          label={t('panorama.download', { name })}
          icon={<Icon name="download" />}
          onPress={() => attempt(desk.originalOf(panorama).then((file) => saveFile(file, name)))}
        />
        {mayWrite && (
          <IconButton
            size="s"
            label={t('panorama.delete', { name })}
            icon={<Icon name="delete" />}
            onPress={() => attempt(desk.removePanorama(panorama))}
          />
        )}
      </div>
      {(state === 'queued' || state === 'converting') && (
        <ProgressBar label={t('state.converting')} value={desk.progress.get(jobId ?? '')} />
      )}
      {state === 'failed' && (
        <p className="g-error">
          {error}{' '}
          {mayWrite && (
            <Button size="s" onPress={() => attempt(desk.retry(panorama))}>
              {t('retry')}
            </Button>
          )}
        </p>
      )}
      <p className={position && heading !== null ? 'g-muted' : 'g-error'}>
        {t(`placed-by.${placedBy ?? 'none'}`)} {heading === null && t('no-heading')}
      </p>
    </li>
  );
});
