import { useLocation } from 'react-router-dom';
import { Dialog, Link, Modal, ModalOverlay } from 'react-aria-components';
import { Icon, useContributions, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { useTitles } from './titles.ts';
import './Sidebar.css';

/** The menu of pages, filtered by role. A click outside closes it. */
export default function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslate('shell');
  const menu = useContributions('menu');
  const titleOf = useTitles();
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const { pathname } = useLocation();
  return (
    <ModalOverlay
      className="shell-veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className="shell-sidebar">
        <Dialog aria-label={t('menu')} className="shell-menu">
          <div className="shell-brand" aria-hidden="true">
            Groma
          </div>
          <nav aria-label={t('menu')}>
            <ul>
              {menu.map((entry) => (
                <li key={entry.id}>
                  <Link
                    href={entry.path}
                    className="shell-menu-entry"
                    aria-current={pathname === entry.path ? 'page' : undefined}
                    onPress={onClose}
                  >
                    <Icon name={entry.icon} size={18} />
                    {titleOf(entry)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {me && (
            <p className="g-muted shell-role">
              {t('role', { role: me.roleName, organization: me.organizationName })}
            </p>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
