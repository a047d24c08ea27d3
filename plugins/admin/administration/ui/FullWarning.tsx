import type { PackageManifest } from '#core/protocol';
import { Badge, useTranslate } from '#core/react';

interface FullWarningProps {
  manifest: PackageManifest;
  isAllowed: boolean;
}

/** What it means that a plugin is not contained, in plain words, and what it takes of Groma. */
export function FullWarning({ manifest, isAllowed }: FullWarningProps) {
  const t = useTranslate('administration');
  if (manifest.kind !== 'full') return null;
  const doors = Object.keys(manifest.imports ?? {}).filter((door) => door.startsWith('#'));
  return (
    <>
      <p className="adm-full" role="note">
        <Badge kind="danger">{t('plugins.full')}</Badge> {t('plugins.full-warning')}
      </p>
      {!isAllowed && <p className="g-muted">{t('plugins.full-not-allowed')}</p>}
      {doors.length > 0 && (
        <p className="g-muted">
          {t('plugins.full-imports', { list: doors.map((each) => each.slice(1)).join(', ') })}
        </p>
      )}
    </>
  );
}
