import { LIVE } from '#core/api';
import { landmark } from '#core/plugin';
import {
  Contributed,
  Icon,
  useContributions,
  useObservable,
  useOnline,
  useService,
  useTranslate,
} from '#core/react';
import { ToolGuide } from './ToolGuide.tsx';
import './StatusLine.css';

/**
 * The hint of the active tool, and the pieces plugins contribute: coordinates, scale, snapping, autosave; at the end
 * the connection.
 */
export function StatusLine() {
  const t = useTranslate('shell');
  const pieces = useContributions('status');
  return (
    <footer {...landmark('status')} className="shell-status g-figures" aria-label={t('status')}>
      <ToolGuide />
      <div className="shell-status-pieces">
        {pieces.map((piece) => (
          <div key={piece.id} className="shell-status-piece" data-piece={piece.id}>
            <Contributed contribution={piece} place="bar" />
          </div>
        ))}
        <Connection />
      </div>
    </footer>
  );
}

function Connection() {
  const t = useTranslate('shell');
  const live = useService(LIVE);
  const received = useObservable(live.state$, 'off');
  // The event stream notices a lost connection only after a while.
  const state = useOnline() ? received : 'disconnected';
  const isDisconnected = state === 'disconnected';
  return (
    <div
      className={isDisconnected ? 'shell-status-piece shell-lost' : 'shell-status-piece'}
      role="status"
      title={t(isDisconnected ? 'connection.lost.help' : `connection.${state}`)}
    >
      <Icon name={isDisconnected ? 'wifi-off' : 'wifi'} size={14} />
      <span className="shell-connection">{t(`connection.${state}`)}</span>
    </div>
  );
}
