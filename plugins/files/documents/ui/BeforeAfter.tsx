import { useState, type CSSProperties } from 'react';
import { API } from '#core/api';
import { previewFile } from '#core/protocol';
import { Button, Skeleton, Slider, useBytes, useService, useTranslate } from '#core/react';

interface Side {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** Two photos on each other: a slider shows how much of each. */
export function BeforeAfter({ before, after, onClose }: { before: Side; after: Side; onClose: () => void }) {
  const t = useTranslate('documents');
  const [share, setShare] = useState(50);
  const [left, right] = [usePicture(before), usePicture(after)];
  const error = left.error ?? right.error;
  return (
    <div className="doc-blur">
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="doc-blur-place">
        {left.url !== undefined && right.url !== undefined ? (
          <div className="doc-both" style={{ '--share': `${share}%` } as CSSProperties}>
            <img src={left.url} alt={before.name} draggable={false} />
            <img src={right.url} alt={after.name} draggable={false} className="doc-both-after" />
            <span className="doc-both-edge" aria-hidden="true" />
          </div>
        ) : (
          error === undefined && <Skeleton height={320} />
        )}
      </div>
      <div className="doc-both-names">
        <span>{before.name}</span>
        <span>{after.name}</span>
      </div>
      <div className="doc-blur-bar">
        <Slider
          label={t('both.share')}
          hideLabel
          hideOutput
          className="doc-both-slider"
          minValue={0}
          maxValue={100}
          value={share}
          onChange={setShare}
        />
        <Button onPress={onClose}>{t('both.close')}</Button>
      </div>
    </div>
  );
}

function usePicture({ id, version }: Side) {
  const api = useService(API);
  return useBytes(`${id} ${version} both`, (signal) =>
    api.bytes(previewFile, { query: { id, size: '2048' } }, { signal }),
  );
}
