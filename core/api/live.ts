import type { Observable } from 'rxjs';
import { type Disposable, serviceToken } from '#core/kernel';
import type { LiveEvents } from '#core/protocol';

/** The server's event stream: one connection a tab, resumed after what was heard last. */
export interface Live {
  on<E extends keyof LiveEvents>(event: E): Observable<LiveEvents[E]>;
  /** Hears a project's events too, from now on until disposed; one project at a time, the last one asked for. */
  follow(projectId: string): Disposable;
  /** `off`: nobody is signed in. */
  readonly state$: Observable<'off' | 'connecting' | 'connected' | 'disconnected'>;
}
export const LIVE = serviceToken<Live>('core.Live');
