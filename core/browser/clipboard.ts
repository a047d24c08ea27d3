/** How long the browser's paste event may come after its key, milliseconds. */
const PASTE_TIMEOUT = 250;

/** What this page copied, where the browser refused it the clipboard; until the person may have copied elsewhere. */
let here: string | undefined;
let coming: Promise<string | undefined> | undefined;

/**
 * Copies text. Resolves to `clipboard`; or to `page` where the browser refuses the clipboard (no permission, no TLS):
 * then only `pastedText` of this page has it. Never rejects.
 */
export async function copyText(text: string): Promise<'clipboard' | 'page'> {
  const copied = (await writes(text)) || copiesSelection(text);
  here = copied ? undefined : text;
  if (!copied) globalThis.addEventListener('blur', forgetCopied, { once: true });
  return copied ? 'clipboard' : 'page';
}

/**
 * Call when a key is pressed that pastes: the browser's paste event, which follows unless the key's default is
 * prevented, brings the text for `pastedText` without a permission. Call the result when nobody needs it any more.
 */
export function expectPaste(): () => void {
  const paste = nextPaste();
  coming = paste;
  return () => {
    if (coming === paste) coming = undefined;
  };
}

function nextPaste(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const finish = (text?: string) => {
      clearTimeout(timer);
      document.removeEventListener('paste', onPaste, true);
      resolve(text);
    };
    const onPaste = ({ clipboardData }: ClipboardEvent) => finish(clipboardData?.getData('text/plain'));
    const timer = setTimeout(finish, PASTE_TIMEOUT);
    document.addEventListener('paste', onPaste, true);
  });
}

/** The text to paste; undefined where the browser does not let this page read it. Never rejects. */
export async function pastedText(): Promise<string | undefined> {
  const expected = coming;
  coming = undefined;
  const pasted = await expected;
  if (here !== undefined) return here;
  return pasted || (await reads());
}

/** Forgets what this page copied: at sign-out, the next person must not paste it. */
export function forgetCopied(): void {
  here = undefined;
}

async function writes(text: string): Promise<boolean> {
  try {
    await clipboard()!.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function reads(): Promise<string | undefined> {
  try {
    return await clipboard()!.readText();
  } catch {
    return undefined;
  }
}

/** Missing on pages without TLS. */
function clipboard(): Clipboard | undefined {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.clipboard;
}

/**
 * The older way, which needs no TLS and no permission, but a click or a key of the person. Selects a text outside of the
 * view, which leaves the focus where it is, and puts back what was selected.
 */
function copiesSelection(text: string): boolean {
  const selection = document.getSelection();
  const before = Array.from({ length: selection?.rangeCount ?? 0 }, (_, i) => selection!.getRangeAt(i));
  const marked = document.createElement('span');
  marked.textContent = 'x';
  marked.style.cssText = 'position: fixed; inset-block-start: -10em; user-select: text';
  let taken = false;
  const take = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    taken = event.clipboardData !== null;
  };
  document.addEventListener('copy', take, true);
  document.body.append(marked);
  try {
    selection?.selectAllChildren(marked);
    // Deprecated, and in every browser: nothing else copies on a page without TLS.
    return document.execCommand('copy') && taken;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', take, true);
    marked.remove();
    selection?.removeAllRanges();
    for (const range of before) selection?.addRange(range);
  }
}
