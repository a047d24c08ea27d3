import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';
import type { Mode } from './combine.ts';

/**
 * Which objects an area selects: within, intersecting, or by drag direction (to the right within, to the left
 * intersecting).
 */
export const REACHES = ['dragged', 'wholly', 'touched'] as const;
export type Reach = (typeof REACHES)[number];

/** Options of the tools, as chosen in their popup. */
export class SelectionOptions {
  /** The active tool. */
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
  change(chosen: Partial<Pick<SelectionOptions, 'mode' | 'reach'>>): void {
    Object.assign(this, chosen);
  }
}
export const SELECTION_OPTIONS = serviceToken<SelectionOptions>('selection-tools.SelectionOptions');
