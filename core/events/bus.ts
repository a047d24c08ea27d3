import { filter, map, Subject, type Observable } from 'rxjs';

/**
 * Events that any module may subscribe to: no state, no commands. A module adds its own by declaring them: `declare
 * module '#core/events' { interface Facts { projectOpened: { projectId: string } } }`.
 */
export interface Facts {
  /** The session began, was refreshed or ended (`undefined`). */
  jwtChange: { token: string | undefined };
  /** The server acknowledged these changes (the specification's spelling). */
  geometriesChangeSucess: { projectId: string; ids: readonly string[] };
}

type Event = { [F in keyof Facts]: { fact: F; payload: Facts[F] } }[keyof Facts];

export class EventBus {
  readonly #facts = new Subject<Event>();

  emit<F extends keyof Facts>(fact: F, payload: Facts[F]): void {
    this.#facts.next({ fact, payload } as Event);
  }

  on<F extends keyof Facts>(fact: F): Observable<Facts[F]> {
    return this.#facts.pipe(
      filter((announced) => announced.fact === fact),
      map((announced) => announced.payload as Facts[F]),
    );
  }
}
