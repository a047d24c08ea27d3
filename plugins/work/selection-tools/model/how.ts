import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Mode } from './combine.ts';

/** What an area takes: what lies wholly inside, also what it touches, or a box as it is dragged: to the right, to the left. */
export const REACHES = ['dragged', 'wholly', 'touched'] as const;
export type Reach = (typeof REACHES)[number];

/** How the tools of this plugin select, as chosen in their popup. */
export class How {
  /** The tool in hand. */
  tool: 'box' | 'area' | undefined = undefined;
  mode: Mode = 'set';
  reach: Reach = 'dragged';

  constructor() {
    makeAutoObservable(this);
  }

  begin(tool: 'box' | 'area'): void {
    this.tool = tool;
  }
  end(): void {
    this.tool = undefined;
  }
  change(chosen: Partial<Pick<How, 'mode' | 'reach'>>): void {
    Object.assign(this, chosen);
  }
}
export const HOW = serviceToken<How>('selection-tools.How');
