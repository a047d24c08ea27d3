import { makeAutoObservable, observableRef } from 'mobx';
import type { I18n } from '#core/i18n';
import { serviceToken } from '#core/kernel';
import type { Command } from '#core/plugin';
import { edgeNear, type CaptureSession, type Constraint, type Lead } from '#core/sketch';
import type { Settings } from '#core/settings';
import type { Tools } from '#core/tools';
import { TangentLead, ThroughLead } from './arc-leads.ts';
import { Constructing } from './constructing.ts';
import { TraceLead } from './trace-lead.ts';

export const LEADS = ['arc', 'tangent', 'trace'] as const;
export type LeadName = (typeof LEADS)[number];
export const CONSTRAINTS = ['parallel', 'perpendicular'] as const satisfies readonly Constraint['kind'][];

/** How the next segment of the active path runs, and its constraint. */
export class Drafting {
  /** The construction of the next vertex, while it is open. */
  construction: Constructing | undefined = undefined;

  constructor(
    readonly tools: Tools,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {
    makeAutoObservable(this, {
      construction: observableRef,
      session: false,
      tools: false,
      settings: false,
      i18n: false,
    });
    // A construction belongs to the tool it was started with.
    tools.active$.subscribe(() => {
      if (this.construction && this.construction.session !== this.session) this.construct();
    });
    // Without translations, keys are shown.
    i18n.load('drafting').catch(() => undefined);
  }

  get session(): CaptureSession | undefined {
    return this.tools.active?.session.capture;
  }

  /** Sets how the next segments run; back to straight if it is the current one. */
  lead(name: LeadName): void {
    const path = this.session?.path;
    path?.follow(path.lead$.value?.id === name ? undefined : this.#leadOf(name));
  }

  /**
   * Constrains the next segments to the edge under the pointer, or else to the current edge or the last segment.
   * Releases the constraint if the edge is the same.
   */
  constrain(kind: Constraint['kind']): void {
    const { session } = this;
    if (!session) return;
    const { path } = session;
    const held = path.constraint$.value;
    const under = this.#edgeUnderPointer(session);
    const [before, last] = path.vertices.slice(-2);
    const edge = under ?? held?.edge ?? (before && last && ([before, last] as const));
    if (!edge) session.refuse('drafting:problem.no-edge');
    else if (held?.kind === kind && isSame(held.edge, edge)) path.constrain(undefined);
    else path.constrain({ kind, edge });
  }

  /** Opens or closes the construction of the next vertex. */
  construct(): void {
    const { session, construction: open } = this;
    open?.dispose();
    this.construction = open || !session ? undefined : new Constructing(session, this.settings, this.i18n, () => this.construct()); // prettier-ignore
  }

  /**
   * A command for the active path; `needs`: anything drawn or measured, only drawn paths, or only paths with
   * segments.
   */
  command(run: () => void, needs: 'path' | 'drawing' | 'legs'): Command {
    return {
      run,
      disabled: () => {
        const { session } = this;
        if (!session) return 'command.no-tool';
        if (needs === 'drawing' && !session.request.drafts) return 'command.no-drawing';
        return needs === 'legs' && !isLedAlong(session) ? 'command.no-legs' : undefined;
      },
    };
  }

  #leadOf(name: LeadName): Lead {
    const { context, metric } = this.session!.request;
    if (name === 'arc') return new ThroughLead(metric);
    if (name === 'tangent') return new TangentLead(metric);
    return new TraceLead(context.project.document, context.view);
  }

  #edgeUnderPointer({ path, request }: CaptureSession): Constraint['edge'] | undefined {
    const { view, project } = request.context;
    const pixel = path.pointer && view.toPixel(path.pointer.position);
    const tolerance = this.settings.get('snapTolerance');
    return pixel && edgeNear(view, project.document, pixel, tolerance, path.vertices);
  }
}

/** Whether the segments of this path can run along arcs and edges. */
export function isLedAlong({ path, request }: CaptureSession): boolean {
  return request.drafts === true && path.kind !== 'point';
}

function isSame(a: Constraint['edge'], b: Constraint['edge']): boolean {
  return a.every((place, i) => place[0] === b[i]![0] && place[1] === b[i]![1]);
}

// For this plugin only.
export const DRAFTING = serviceToken<Drafting>('drafting.Drafting');
