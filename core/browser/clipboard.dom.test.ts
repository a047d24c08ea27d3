import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyText, expectPaste, forgetCopied, pastedText } from './clipboard.ts';

const denied = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
const withClipboard = (clipboard: Partial<Clipboard> | undefined) =>
  vi.stubGlobal('navigator', { ...navigator, clipboard });
/** What the older way of copying has copied; undefined: the browser has not that way either. */
let system: string | undefined;
const oldWay = (works: boolean) => {
  document.execCommand = () => {
    if (!works) return false;
    const data = new Map<string, string>();
    const event = Object.assign(new Event('copy', { cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
    });
    document.dispatchEvent(event);
    system = event.defaultPrevented ? data.get('text/plain') : document.getSelection()?.toString();
    return true;
  };
};
const pastes = (text: string) =>
  document.dispatchEvent(Object.assign(new Event('paste'), { clipboardData: { getData: () => text } }));

beforeEach(() => {
  system = undefined;
  forgetCopied();
});
afterEach(() => vi.unstubAllGlobals());

describe('Copying', () => {
  it('uses the clipboard that the browser offers', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    withClipboard({ writeText });
    expect(await copyText('a')).toBe('clipboard');
    expect(writeText).toHaveBeenCalledExactlyOnceWith('a');
  });

  it.each<[string, Partial<Clipboard> | undefined]>([
    ['without TLS', undefined],
    ['without permission', { writeText: denied }],
  ])('uses the older way %s, and leaves focus and selection as they were', async (_, clipboard) => {
    withClipboard(clipboard);
    oldWay(true);
    document.body.innerHTML = '<p>chosen</p><button>focus</button>';
    const button = document.querySelector('button')!;
    button.focus();
    document.getSelection()!.selectAllChildren(document.querySelector('p')!);
    expect(await copyText('{"type":"Feature"}\n')).toBe('clipboard');
    expect(system).toBe('{"type":"Feature"}\n');
    expect(document.activeElement).toBe(button);
    expect(document.getSelection()!.toString()).toBe('chosen');
    expect(document.querySelectorAll('span')).toHaveLength(0);
  });

  it.each<[string, () => void]>([
    ['refuses', () => oldWay(false)],
    ['throws', () => (document.execCommand = () => { throw new Error('gone'); })], // prettier-ignore
  ])('stays in the page where the older way %s too, until the window is left', async (_, setUp) => {
    withClipboard({ writeText: denied, readText: denied });
    setUp();
    expect(await copyText('a')).toBe('page');
    expect(await pastedText()).toBe('a');
    dispatchEvent(new Event('blur'));
    expect(await pastedText()).toBeUndefined();
  });

  it('in the page is replaced by the next copy that reaches the clipboard', async () => {
    withClipboard({ writeText: denied });
    oldWay(false);
    await copyText('a');
    withClipboard({ writeText: () => Promise.resolve(), readText: () => Promise.resolve('b') });
    await copyText('b');
    expect(await pastedText()).toBe('b');
  });
});

describe('Pasting', () => {
  it("takes the text of the browser's paste event, without asking for permission", async () => {
    const readText = vi.fn(denied);
    withClipboard({ readText });
    expectPaste();
    pastes('POINT (1 2)');
    expect(await pastedText()).toBe('POINT (1 2)');
    expect(readText).not.toHaveBeenCalled();
  });

  it('asks the browser where there was no event, as from a menu', async () => {
    withClipboard({ readText: () => Promise.resolve('from the browser') });
    expect(await pastedText()).toBe('from the browser');
    const forget = expectPaste();
    pastes('of an earlier key');
    forget();
    expect(await pastedText()).toBe('from the browser');
  });

  it.each<[string, Partial<Clipboard> | undefined]>([
    ['without TLS', undefined],
    ['without permission', { readText: denied }],
  ])('has nothing %s, and rejects not', async (_, clipboard) => {
    withClipboard(clipboard);
    expect(await pastedText()).toBeUndefined();
  });
});
