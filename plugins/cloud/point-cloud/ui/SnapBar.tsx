import { Icon, ToggleButton, useObservable, useTranslate } from '#core/react';
import type { CloudSnapKind, CloudView } from '../api.ts';

const KINDS: readonly { readonly kind: CloudSnapKind; readonly path: string }[] = [
  { kind: 'point', path: 'M12 4v5M12 15v5M4 12h5M15 12h5' },
  { kind: 'plane', path: 'M3 16 9 7l12 3-6 9zM12 13V4' },
  { kind: 'edge', path: 'M12 3v18M12 3 4 7v10l8 4M12 3l8 4v10l-8 4' },
  { kind: 'corner', path: 'M12 12V3M12 12l-8 6M12 12l8 6' },
  { kind: 'axis', path: 'M5 19 19 5M3 14a4 4 0 0 0 7 7M14 3a4 4 0 0 1 7 7' },
  { kind: 'ground', path: 'M12 3v13M8 12l4 4 4-4M3 20q4-3 9 0t9 0' },
];

/** What clicks of the active tool are moved to, while it snaps. */
export function SnapBar({ view }: { view: CloudView }) {
  const t = useTranslate('point-cloud');
  const isShown = useObservable(view.snaps$, false);
  const chosen = useObservable(view.snapKind$, 'point');
  if (!isShown) return null;
  return (
    <div className="cloud-snaps" data-keep-clear role="group" aria-label={t('snap.label')}>
      {KINDS.map(({ kind, path }) => (
        <ToggleButton
          key={kind}
          label={t(`snap.to.${kind}`)}
          icon={<Icon name={{ path }} />}
          isSelected={chosen === kind}
          onChange={() => {
            view.snapTo(kind);
            view.focus();
          }}
        />
      ))}
    </div>
  );
}
