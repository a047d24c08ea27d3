import { useEffect, useRef, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { useService, useTranslate } from '#core/react';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';

/** The legend of a layer, as its server draws it. */
export function Legend({ id, name, address }: { id: string; name: string; address: string }) {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [error, setError] = useState<string>();
  useEffect(() => {
    const closed = new AbortController();
    layers.legend(id, address, closed.signal).then(
      (image) => {
        if (!canvas.current) return;
        [canvas.current.width, canvas.current.height] = [image.width, image.height];
        canvas.current.getContext('2d')?.drawImage(image, 0, 0);
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setError(sentenceOf(thrown));
      },
    );
    return () => closed.abort();
  }, [layers, id, address]);
  if (error !== undefined) return <p className="g-muted">{t('legend.failed', { reason: error })}</p>;
  return (
    <canvas
      ref={canvas}
      className="ext-legend"
      width={1}
      height={1}
      role="img"
      aria-label={t('legend', { name })}
    />
  );
}
