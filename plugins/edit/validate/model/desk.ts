import { autorun, makeAutoObservable, observableRef, runInAction } from 'mobx';
import { extentOf } from '#core/document';
import { type Disposable, Lifetime, serviceToken } from '#core/kernel';
import type { MapView, Views } from '#core/mapview';
import type { OpenProject, Projects } from '#core/project';
import type { Finding } from './finding.ts';
import { markOf, pictureOf } from './picture.ts';
import { enlarged } from './scene.ts';
import type { Validation } from './validation.ts';

const SLOT = 'validate';
/** Metres around a finding that are shown with it. */
const AROUND = 5;

/** The validation of the open project, and the sketch of its current finding. */
export class ValidationDesk implements Disposable {
  current: Validation | undefined = undefined;
  readonly #lifetime = new Lifetime();
  #following: (() => void) | undefined;

  constructor(
    projects: Pick<Projects, 'current$'>,
    readonly views: Views,
    make: (project: OpenProject) => Validation,
    readonly select: (ids: readonly string[]) => void,
  ) {
    makeAutoObservable(this, { current: observableRef, views: false, select: false });
    this.#lifetime.add(
      projects.current$.subscribe((project) => {
        this.#following?.();
        runInAction(() => (this.current = project && make(project)));
        this.#following = this.current?.follow();
      }),
    );
    this.#lifetime.add(() => this.#following?.());
    let shownOn: MapView | undefined;
    const show = (view: MapView | undefined) => {
      if (shownOn !== view) shownOn?.show(undefined, SLOT);
      shownOn = view;
      const { active, proposal } = this.current ?? {};
      view?.show(proposal ? pictureOf(proposal) : active && markOf(active), SLOT);
    };
    this.#lifetime.add(autorun(() => show(views.active)));
    this.#lifetime.add(views.active$.subscribe(show));
  }

  /** Shows a finding and selects its objects. */
  go(finding: Finding | undefined): void {
    if (!finding) return;
    this.current?.activate(finding.id);
    this.select(finding.objects.map(({ id }) => id));
    this.views.active?.fly(enlarged(extentOf(finding.place), AROUND), { zoom: 21 });
  }

  step(by: 1 | -1): void {
    this.go(this.current?.step(by));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

// Used only inside this plugin.
export const VALIDATION_DESK = serviceToken<ValidationDesk>('validate.Desk');
