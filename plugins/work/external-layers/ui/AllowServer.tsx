import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { allowLayerServer, grants } from '#core/protocol';
import { Button, Contacts, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';
import { refusedServer } from '../model/refused-server.ts';

interface AllowServerProps {
  /** That the organization does not allow. */
  server: string;
  /** That it is not allowed. Default: it is said elsewhere. */
  sentence?: string;
  /** Does again what failed because of it, besides the layers of the project; what it throws is shown. */
  onAllowed?: () => void | Promise<void>;
}

/** For whoever may allow a server a button that does so; for others, whom to ask. */
export function AllowServer({ server, sentence, onAllowed }: AllowServerProps) {
  const t = useTranslate('external-layers');
  const api = useService(API);
  const layers = useService(EXTERNAL_LAYERS);
  const session = useService(SESSION);
  const held = useObservable(session.me$, session.me)?.authorizations ?? [];
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const said = sentence !== undefined && (
    <p className="g-error" role="alert">
      {sentence}
    </p>
  );
  if (!grants(held, 'admin.organizations')) {
    const letter = { subject: t('allow.subject', { server }), body: t('allow.letter', { server }) };
    return (
      <div className="ext-allow" ref={sentence === undefined ? undefined : intoView}>
        {said}
        <p className="g-muted">{t('allow.ask')}</p>
        <Contacts about="layer-servers" letter={letter} />
      </div>
    );
  }
  const allow = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await api.call(allowLayerServer, { body: { name: server } });
      for (const [id, problem] of layers.problems) if (refusedServer(problem) === server) layers.retry(id);
      await onAllowed?.();
    } catch (thrown) {
      setError(sentenceOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ext-allow" ref={sentence === undefined ? undefined : intoView}>
      {said}
      <Button isDisabled={isBusy} onPress={() => void allow()}>
        {t('allow', { server })}
      </Button>
      <p className="g-muted">{t('allow.what')}</p>
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** In a long dialog it would be below the edge, also when the names have arrived. */
function intoView(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const growing = new ResizeObserver(() => part.scrollIntoView({ block: 'nearest' }));
  growing.observe(part);
  return () => growing.disconnect();
}
