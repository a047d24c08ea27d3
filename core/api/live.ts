import type { Observable } from 'rxjs';
import { type Disposable, serviceToken } from '#core/kernel';
import type { LiveEvents } from '#core/protocol';

/** The server's event stream: one connection per tab, resumed after the last event. */
export interface Live {
  on<E extends keyof LiveEvents>(event: E): Observable<LiveEvents[E]>;
  /** Subscribes to a project's events until disposed; only the latest project is followed. */
  follow(projectId: string): Disposable;
  /** `off`: nobody is signed in. */
  readonly state$: Observable<'off' | 'connecting' | 'connected' | 'disconnected'>;
}
export const LIVE = serviceToken<Live>('core.Live');
