import { Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import type { CloudLink, Pointcloud } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  Dialog,
  ErrorPanel,
  IconButton,
  Skeleton,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { CloudLinks, hasEnded } from '../../model/cloud-links.ts';
import { MakeLink } from './MakeLink.tsx';
import { NewLink } from './NewLink.tsx';
import './links.css';

/** The links that open a point cloud without signing in: made, copied once, revoked. */
export const LinksDialog = observer(function LinksDialog({
  cloud: { id, name },
  onClose,
}: {
  cloud: Pick<Pointcloud, 'id' | 'name'>;
  onClose: () => void;
}) {
  const t = useTranslate('clouds');
  const api = useService(API);
  const links = useMemo(() => new CloudLinks(api, id), [api, id]);
  const [revoking, setRevoking] = useState<CloudLink>();
  useEffect(() => void links.load(), [links]);
  return (
    <Dialog isOpen keepOpen title={t('links.title', { name })} onClose={onClose}>
      <div className="clouds-form">
        <p className="g-muted clouds-links-help">{t('links.help')}</p>
        {links.made && <NewLink made={links.made} onDone={() => links.forget()} />}
        {links.error !== undefined && (
          <ErrorPanel title={t('links.failed')} error={links.error} onRetry={() => void links.load()} />
        )}
        {links.links === undefined && links.error === undefined && <Skeleton lines={2} />}
        {links.links?.length === 0 && <p className="clouds-links-help">{t('links.none')}</p>}
        {links.links !== undefined && links.links.length > 0 && (
          <ul className="clouds-list" aria-label={t('links.list')}>
            {links.links.map((link) => (
              <LinkRow key={link.id} link={link} onRevoke={setRevoking} />
            ))}
          </ul>
        )}
        <MakeLink onMake={(title, days) => links.make(title, days)} />
      </div>
      <AlertDialog
        title={t('links.revoke.title', { name: revoking?.name })}
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        action={t('links.revoke')}
        onAction={() => revoking && links.revoke(revoking)}
      >
        <p>{t('links.revoke.what')}</p>
      </AlertDialog>
    </Dialog>
  );
});

function LinkRow({ link, onRevoke }: { link: CloudLink; onRevoke: (link: CloudLink) => void }) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const { name, createdBy, expiresAt, lastUsedAt } = link;
  const isOver = hasEnded(link);
  return (
    <li className="clouds-row">
      <div className="clouds-head">
        <span className="clouds-name">{name}</span>
        {isOver && <Badge kind="warning">{t('links.ended')}</Badge>}
        <IconButton
          size="s"
          label={t('links.revoke.of', { name })}
          icon={<Trash2 />}
          onPress={() => onRevoke(link)}
        />
      </div>
      <p className="clouds-facts g-muted g-figures">
        <span>{t(isOver ? 'links.ended.at' : 'links.ends', { at: i18n.date(expiresAt) })}</span>
        <span>{t('links.by', { name: createdBy })}</span>
        <span>
          {lastUsedAt === null ? t('links.unused') : t('links.used', { at: i18n.date(lastUsedAt) })}
        </span>
      </p>
    </li>
  );
}
