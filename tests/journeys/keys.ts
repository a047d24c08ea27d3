import type { Locator } from 'playwright-core';
import type { Spot } from './ground.ts';
import { InputDevice, type RailTool } from './hands.ts';

/** Keyboard only: shortcuts, Tab, and the map's crosshair. */
export class Keys extends InputDevice {
  /** Position of the crosshair; the centre when the map receives the focus. */
  #at: Spot = this.#middle;

  async take(tool: RailTool): Promise<void> {
    await this.#onMap();
    await this.#keys(tool.keys);
    await this.isActive(tool);
  }
  async press(...spots: Spot[]): Promise<void> {
    for (const spot of spots) {
      await this.#go(spot);
      await this.#keys('Space');
    }
  }
  drag(from: Spot, to: Spot): Promise<void> {
    return this.press(from, to);
  }
  /** With Shift each arrow key moves ten steps. */
  async nudge(...arrows: string[]): Promise<void> {
    await this.#keys(...arrows);
  }
  done(): Promise<void> {
    return this.#keys('Enter');
  }
  async push(button: Locator): Promise<void> {
    await this.#reach(button);
    await this.#keys('Enter');
  }
  async write(field: Locator, text: string): Promise<void> {
    await this.#reach(field);
    await this.#keys('Control+a');
    await this.page.keyboard.insertText(text);
  }
  async pick(option: string): Promise<void> {
    await this.page.getByRole('option', { name: option }).waitFor();
    await this.page.keyboard.type(option);
    await this.#keys('Enter');
  }
  async undo(): Promise<void> {
    await this.#onMap();
    await this.#keys('Control+z');
  }
  override async rest(): Promise<void> {
    await super.rest();
    await this.#keys('Control+Shift+A');
  }

  get #middle(): Spot {
    return [-this.origin[0], -this.origin[1]];
  }
  async #go([right, down]: Spot): Promise<void> {
    await this.#onMap();
    const to = async (by: number, less: string, more: string): Promise<void> => {
      const key = by < 0 ? less : more;
      for (let left = Math.abs(by); left > 0; left -= left >= 40 ? 40 : 4)
        await this.#keys(left >= 40 ? `Shift+${key}` : key);
    };
    await to(right - this.#at[0], 'ArrowLeft', 'ArrowRight');
    await to(down - this.#at[1], 'ArrowUp', 'ArrowDown');
    this.#at = [right, down];
  }
  /** The map has the focus and has not lost it since the last use: otherwise its crosshair starts in the centre. */
  async #onMap(): Promise<void> {
    await this.#reach(this.map);
    const left = await this.map.evaluate((map) => {
      const { left } = map.dataset;
      if (left === undefined) map.addEventListener('blur', () => (map.dataset['left'] = 'yes'));
      map.dataset['left'] = 'no';
      return left !== 'no';
    });
    if (left) this.#at = this.#middle;
  }
  async #reach(expected: Locator): Promise<void> {
    await expected.waitFor();
    const here = () => expected.evaluate((element) => element === document.activeElement);
    for (let pressed = 0; !(await here()); pressed++) {
      if (pressed === 80) throw new Error(`Tab does not lead to ${expected.toString()}.`);
      await this.#keys('Tab');
    }
  }
  async #keys(...pressed: string[]): Promise<void> {
    for (const key of pressed) await this.page.keyboard.press(key);
  }
}
