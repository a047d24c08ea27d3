/** Whether an element can fill the whole screen: not on phones of Apple, nor where the page around this one forbids it. */
export const canFillScreen = (): boolean => globalThis.document?.fullscreenEnabled === true;

/** Fills the whole screen with an element, or with the page again. Never rejects: a browser that refuses leaves all as it is. */
export async function toggleFullscreen(element: HTMLElement): Promise<void> {
  const isWhole = document.fullscreenElement === element;
  await (isWhole ? document.exitFullscreen() : element.requestFullscreen()).catch(() => undefined);
}
