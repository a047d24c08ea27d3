const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  geojson: 'application/geo+json',
  qlr: 'application/x-qgis-layer-definition',
};

/** Offers a text as a download; the extension determines its media type. */
export function downloadText(name: `${string}.${'csv' | 'geojson' | 'qlr'}`, text: string): void {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]!;
  saveFile(new Blob([text], { type }), name);
}

/** Offers a file as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has read the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
