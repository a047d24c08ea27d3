import { makeAutoObservable } from 'mobx';
import { serviceToken } from '#core/kernel';

/** Maximum height, metres. */
const HIGHEST = 2000;

/** The height of a façade above its base line, typed or from the pointer. */
export class FacadeForm {
  text = '';
  /** From the pointer, metres; negative downwards. */
  pointed: number | undefined = undefined;
  /** How many walls the base line has; 0 while it is being drawn. */
  walls = 0;
  /** Why it cannot be done, a text key. */
  problem: string | undefined = undefined;
  /** Creates the walls at this height; set by the tool. */
  apply: (() => void) | undefined = undefined;

  /** `parse` returns the metres of a typed length; its unit may change: what is parsed is never cached. */
  constructor(readonly parse: (text: string) => number | undefined) {
    makeAutoObservable(this, { apply: false, parse: false, typed: false, height: false });
  }

  /** Metres; undefined when empty or invalid. */
  get typed(): number | undefined {
    const metres = this.text.trim() === '' ? undefined : this.parse(this.text);
    return metres !== undefined && metres !== 0 && Math.abs(metres) <= HIGHEST ? metres : undefined;
  }

  /** The typed height takes precedence over the pointer. */
  get height(): number | undefined {
    return this.text.trim() === '' ? this.pointed : this.typed;
  }

  /** Sets the number of walls of the base line; 0 before it is drawn. */
  stand(walls: number, apply?: () => void): void {
    Object.assign(this, { walls, apply, text: '', pointed: undefined, problem: undefined });
  }

  point(metres: number | undefined): void {
    this.pointed = metres;
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  showProblem(problem: string): void {
    this.problem = problem;
  }
}

// For this plugin only.
export const FACADE = serviceToken<FacadeForm>('facades.Facade');
