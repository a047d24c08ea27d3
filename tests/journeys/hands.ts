import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Spot } from './ground.ts';

/** A tool as a person knows it: its place in the rail, its name, its shortcut. */
export interface RailTool {
  group: string;
  name: string;
  keys: string;
}

/** One person at one map who uses only one input: mouse, touch or keyboard. */
export abstract class InputDevice {
  /** Spots are relative to `origin`, CSS pixels from the centre of the map. */
  constructor(
    readonly page: Page,
    readonly origin: Spot,
  ) {}

  abstract take(tool: RailTool): Promise<void>;
  /** Clicks on the map. */
  abstract press(...spots: Spot[]): Promise<void>;
  abstract drag(from: Spot, to: Spot): Promise<void>;
  /** Completes what is drawn. */
  abstract done(): Promise<void>;
  abstract push(button: Locator): Promise<void>;
  abstract write(field: Locator, text: string): Promise<void>;
  /** Chooses from a list that has opened. */
  abstract pick(option: string): Promise<void>;
  abstract undo(): Promise<void>;

  /** Cancels the tool and clears the selection. */
  async rest(): Promise<void> {
    await this.take({ group: 'Select', name: 'Select', keys: 'S' });
  }

  get map(): Locator {
    return this.page.getByRole('application');
  }
  get rail(): Locator {
    return this.page.getByRole('toolbar', { name: 'Tools' });
  }
  async isActive({ name }: RailTool): Promise<void> {
    await this.rail.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  }
  async showsHint(hint: RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: hint }).first().waitFor();
  }
  protected async pixel([right, down]: Spot): Promise<[number, number]> {
    const box = (await this.map.boundingBox())!;
    return [
      Math.round(box.x + box.width / 2 + this.origin[0] + right),
      Math.round(box.y + box.height / 2 + this.origin[1] + down),
    ];
  }
}

/** Inputs that press buttons with a pointer. */
abstract class Pointing extends InputDevice {
  async take(tool: RailTool): Promise<void> {
    const group = this.rail.getByRole('group', { name: tool.group });
    const button = group.getByRole('button', { name: tool.name, exact: true });
    if ((await button.count()) > 0) await this.push(button);
    else {
      await this.push(group.getByRole('button', { name: /^More tools/ }));
      await this.push(
        this.page.getByRole('menuitem').filter({ has: this.page.getByText(tool.name, { exact: true }) }),
      );
    }
    await this.isActive(tool);
  }
  done(): Promise<void> {
    return this.push(this.page.getByRole('button', { name: 'Done', exact: true }));
  }
  async write(field: Locator, text: string): Promise<void> {
    await this.push(field);
    await field.fill(text);
  }
  pick(option: string): Promise<void> {
    return this.push(this.page.getByRole('option', { name: option }));
  }
  undo(): Promise<void> {
    return this.push(
      this.page.getByRole('toolbar', { name: 'Commands' }).getByRole('button', { name: /Undo/ }),
    );
  }
  override async rest(): Promise<void> {
    await super.rest();
    await this.press(NOWHERE);
  }
}

/** An empty place. */
const NOWHERE: Spot = [-140, -160];

export class Mouse extends Pointing {
  async press(...spots: Spot[]): Promise<void> {
    for (const spot of spots) {
      await this.page.mouse.move(...(await this.pixel(spot)), { steps: 2 });
      await this.page.mouse.down();
      await this.page.mouse.up();
    }
  }
  async drag(from: Spot, to: Spot): Promise<void> {
    await this.page.mouse.move(...(await this.pixel(from)), { steps: 2 });
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.pixel(to)), { steps: 6 });
    await this.page.mouse.up();
  }
  push(button: Locator): Promise<void> {
    return button.click();
  }
}

/** Taps and drags on a touch screen. */
export class Finger extends Pointing {
  #touch: CDPSession | undefined;

  /** On a phone popups are below the map, which is then less high: its ground is nearer to the centre. */
  constructor(page: Page, [right, down]: Spot) {
    super(page, [right, down - 70]);
  }

  async press(...spots: Spot[]): Promise<void> {
    for (const spot of spots) await this.page.touchscreen.tap(...(await this.pixel(spot)));
  }
  async drag(from: Spot, to: Spot): Promise<void> {
    this.#touch ??= await this.page.context().newCDPSession(this.page);
    const [start, end] = [await this.pixel(from), await this.pixel(to)];
    const on = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
      this.#touch!.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.length > 0 ? [{ x: at[0]!, y: at[1]! }] : [],
      });
    await on('touchStart', ...start);
    for (let step = 1; step <= 6; step++)
      await on('touchMove', ...start.map((from, axis) => from + ((end[axis]! - from) * step) / 6));
    await on('touchEnd');
  }
  /**
   * What is beyond the edge of a bar is scrolled into view first; a menu that opens while its bar still moves would
   * close again.
   */
  async push(button: Locator): Promise<void> {
    await button.scrollIntoViewIfNeeded();
    await button.evaluate(
      () => new Promise((moved) => requestAnimationFrame(() => requestAnimationFrame(moved))),
    );
    await button.tap();
  }
}
